/** Posters: a sky, a moon, two hills, and who stands on them. The inside of an SVG of 240 x 300. */
import { place } from './card';
import { sheet } from './ghost';

const hills = (far: string, near: string): string =>
  `<path d="M0 236Q70 200 140 226T240 214V320H0Z" fill="var(--cast)" opacity=".3" transform="translate(0 -5)"/>` +
  `<path d="M0 236Q70 200 140 226T240 214V320H0Z" fill="${far}"/>` +
  `<path d="M0 278Q80 250 150 272T240 262V320H0Z" fill="${near}"/>`;

/** A poster: colours from back to front, and the drawing before the hills. */
export const poster = ([sky, moon, far, near]: [string, string, string, string], inner: string): string =>
  `<rect width="240" height="320" fill="${sky}"/><circle cx="120" cy="130" r="92" fill="${moon}"/>${hills(far, near)}${inner}`;

/** The poster of a game that brought none: a sheet, and its first letter. */
export const plainPoster = (name: string): string =>
  poster(
    ['var(--night-3)', 'var(--night-4)', 'var(--night-2)', 'var(--night-1)'],
    place(120, 112, 1.15, sheet()) +
      `<text x="44" y="80" class="num" font-size="64" text-anchor="middle" fill="var(--paper)">${[...name][0]?.replace(/[<&]/, '') ?? '?'}</text>`,
  );
