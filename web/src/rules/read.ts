/** The rules of a game, from the README in its folder: in the reader's language where there is one, else as it is. */
import { toHtml } from './markdown';

const found = import.meta.glob<string>('../../../src/ghosthouse/games/*/README*.md', {
  query: '?raw',
  import: 'default',
});

export interface Rules {
  html: string;
  language: string;
}

/** Fetch the rules; nothing where a game has none here. */
export async function rulesOf(game: string, language: string): Promise<Rules | undefined> {
  const at = (name: string) => Object.entries(found).find(([path]) => path.endsWith(`/games/${game}/${name}`))?.[1];
  const own = at(`README.${language}.md`);
  const text = await (own ?? at('README.md'))?.();
  return text === undefined ? undefined : { html: toHtml(text), language: own ? language : 'en' };
}
