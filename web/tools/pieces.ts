/**
 * What stands on the screen first comes in few pieces: on a slow line each request costs more than what it carries.
 *
 *     core    what every page needs, and what lobby and table share
 *     paper   the posters, and what they are drawn from
 *     lobby   the lobby
 *     table   the table
 *
 * Everything else falls as the bundler finds best, and comes when it is asked for. `firstPieces` writes down, for the server, which
 * files a page needs by its address and the language of whoever comes: they are asked for together with the page itself.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

interface Graph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

const src = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const games = fileURLToPath(new URL('../../src/ghosthouse/games/', import.meta.url));
const LOBBY = src('lobby/Lobby.svelte');
const TABLE = src('table/LiveTable.svelte');

/** Modules and everything that they import at once. */
function closure(ids: readonly string[], graph: Graph, found = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue;
    found.add(id);
    closure(graph.getModuleInfo(id)?.importedIds ?? [], graph, found);
  }
  return found;
}

/** Says of each module in which piece it comes. */
export function pieces(): (id: string, graph: Graph) => string | null {
  let holds: Map<string, string> | undefined;
  return (id, graph) => {
    if (!holds) {
      const [core, lobby, table] = [src('main.ts'), LOBBY, TABLE].map((one) => closure([one], graph));
      const inSkins = (file: string) =>
        readdirSync(games)
          .map((game) => `${games}${game}/skin/${file}`)
          .filter((one) => graph.getModuleInfo(one));
      const [skins, paper] = [inSkins('skin.ts'), inSkins('poster.ts')].map((ids) => closure(ids, graph));
      const shared = [...lobby!].filter((one) => (table!.has(one) || skins!.has(one)) && !paper!.has(one));
      // A style of its own would be one request more.
      const styles = [...paper!, ...lobby!].filter((one) => /\.css$|type=style/.test(one));
      const all = { core: [...core!, ...shared, ...styles], paper: paper!, lobby: lobby!, table: table! };
      holds = new Map();
      for (const [piece, ids] of Object.entries(all)) for (const one of ids) if (!holds.has(one)) holds.set(one, piece);
    }
    return holds.get(id) ?? null;
  };
}

/** Writes `.vite/first.json`: for each page that is come to, and each language, what is to be fetched with it. */
export function firstPieces(): Plugin {
  return {
    name: 'ghosthouse:first-pieces',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const chunkOf = (holds: (id: string) => boolean) => chunks.find((one) => one.moduleIds.some(holds));
      const languages = readdirSync(src('words')).filter((name) => name.endsWith('.json'));
      const files = (...wanted: ((id: string) => boolean)[]) => {
        const found = new Set<string>();
        const take = (name: string) => {
          const chunk = bundle[name];
          if (chunk?.type !== 'chunk' || found.has(name)) return;
          found.add(name);
          for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
          chunk.imports.forEach(take);
        };
        for (const one of wanted) take(chunkOf(one)?.fileName ?? '');
        return [...found].map((name) => `/${name}`);
      };
      const by = (...wanted: ((id: string) => boolean)[]) =>
        Object.fromEntries(
          languages.map((name) => [name.slice(0, -5), files(...wanted, (id) => id === src(`words/${name}`))]),
        );
      this.emitFile({
        type: 'asset',
        fileName: '.vite/first.json',
        source: JSON.stringify({
          '/': by(
            (id) => id === LOBBY,
            (id) => id.startsWith(games) && id.endsWith('/skin/poster.ts'),
          ),
          '/t/': by((id) => id === TABLE),
        }),
      });
    },
  };
}
