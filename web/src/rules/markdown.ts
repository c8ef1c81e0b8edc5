/** As much of Markdown as our READMEs use. Everything is escaped first: the text is ours, the habit is good. */

const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const inline = (text: string): string =>
  escape(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(^|[\s(])[*_]([^*_\s][^*_]*)[*_](?=[\s).,;:]|$)/g, '$1<em>$2</em>')
    .replace(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2" rel="noreferrer" target="_blank">$1</a>')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');

/** A ruling of ours has an R in its number: `KA-R05`, `GHR-12`. */
const isRuling = (text: string): boolean => /\b[A-Z]{2,3}-R\d|\b[A-Z]{2}R-\d/.test(text);
const mark = (text: string): string => (isRuling(text) ? ' class="ruling"' : '');

/** Turn Markdown into HTML. */
export function toHtml(source: string): string {
  const out: string[] = [];
  const lines = source.replace(/<!--[\s\S]*?-->/g, '').split('\n');
  let at = 0;
  const take = (test: (line: string) => boolean): string[] => {
    const block: string[] = [];
    while (at < lines.length && test(lines[at]!)) block.push(lines[at++]!);
    return block;
  };
  while (at < lines.length) {
    const line = lines[at]!;
    if (!line.trim()) at++;
    else if (/^#{1,4} /.test(line)) {
      const level = line.indexOf(' ');
      // The card has a heading already; those of the README begin below it, and its title is left out.
      if (level > 1) out.push(`<h${level + 1}>${inline(line.slice(level + 1))}</h${level + 1}>`);
      at++;
    } else if (line.startsWith('```')) {
      at++;
      out.push(`<pre><code>${escape(take((one) => !one.startsWith('```')).join('\n'))}</code></pre>`);
      at++;
    } else if (line.startsWith('|')) {
      const rows = take((one) => one.startsWith('|')).map((row) =>
        row
          .replace(/^\||\|\s*$/g, '')
          .split('|')
          .map((cell) => cell.trim()),
      );
      const head = rows[1]?.every((cell) => /^:?-+:?$/.test(cell)) ? rows[0]! : undefined;
      const body = head ? rows.slice(2) : rows;
      out.push(
        `<div class="wide" tabindex="0"><table>${head ? `<tr>${head.map((cell) => `<th>${inline(cell)}</th>`).join('')}</tr>` : ''}` +
          `${body.map((row) => `<tr${mark(row.join(' '))}>${row.map((cell) => `<td>${inline(cell)}</td>`).join('')}</tr>`).join('')}</table></div>`,
      );
    } else if (/^\s*([-*]|\d+\.) /.test(line)) {
      const ordered = /^\s*\d+\. /.test(line);
      const items: string[] = [];
      for (const row of take((one) => /^\s*([-*]|\d+\.) /.test(one) || /^\s{2,}\S/.test(one))) {
        if (/^\s*([-*]|\d+\.) /.test(row)) items.push(row.replace(/^\s*([-*]|\d+\.) /, ''));
        else items[items.length - 1] += ` ${row.trim()}`;
      }
      const tag = ordered ? 'ol' : 'ul';
      out.push(`<${tag}>${items.map((item) => `<li${mark(item)}>${inline(item)}</li>`).join('')}</${tag}>`);
    } else {
      const text = take((one) => Boolean(one.trim()) && !/^(#{1,4} |\||```|\s*([-*]|\d+\.) )/.test(one)).join(' ');
      out.push(`<p${mark(text)}>${inline(text)}</p>`);
    }
  }
  return out.join('\n');
}
