// Weighs what goes over the wire, gzipped: the first load, and what each game's skin adds. Fails when a budget is broken.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const FIRST = 80_000;
const SKIN = 30_000;
const dist = new URL(process.argv[2] ?? '../dist/', import.meta.url);
const manifestFile = new URL('.vite/manifest.json', dist);
if (!existsSync(manifestFile)) {
  console.error('there is no web/dist to weigh: npm run build first');
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));

/** A chunk and everything it imports at once, as file names. */
const files = (key, found = new Set()) => {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const css of chunk.css ?? []) found.add(css);
  for (const other of chunk.imports ?? []) files(other, found);
  return found;
};
const weigh = (names) =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length, 0);
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

// What the server has asked for with a page: everything that stands on the screen first, in the language that weighs most.
const pages = JSON.parse(readFileSync(new URL('.vite/first.json', dist), 'utf8'));
const entry = [...readFileSync(new URL('index.html', dist), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
  ([, name]) => name,
);
const first = (path) =>
  Object.values(pages[path])
    .map((names) => new Set([...entry, ...names.map((name) => name.slice(1))]))
    .reduce((a, b) => (weigh(a) > weigh(b) ? a : b));
const table = first('/t/');
let broken = false;
const report = (what, bytes, budget) => {
  if (bytes > budget) broken = true;
  console.log(`${what.padEnd(28)} ${kB(bytes).padStart(9)} of ${kB(budget)}${bytes > budget ? '  TOO HEAVY' : ''}`);
};
report('first load (lobby)', weigh(first('/')), FIRST);
report('first load (a table)', weigh(table), FIRST);
const keys = Object.keys(manifest);
for (const key of keys.filter((one) => one.endsWith('/skin/skin.ts'))) {
  const own = [...files(key)].filter((name) => !table.has(name));
  report(`skin ${key.split('/games/')[1].split('/')[0]}`, weigh(own), SKIN);
}
process.exit(broken ? 1 : 0);
