/** The poster: two calm dice, two thorned. */
import { place } from '$house/paper/card';
import { colourPatterns } from '$house/paper/patterns';
import { poster } from '$house/paper/poster';
import type { Poster } from '$house/skins/skin';
import { die } from './pictures';

const lie = (id: string, x: number, y: number, scale: number, turn: number): string =>
  place(x, y, scale, `<g transform="translate(-50 -50)">${die(id[0]!, id[1])}</g>`, turn);

const any: Poster = () =>
  poster(
    ['#0e5149', '#18736a', '#0b4039', '#07302b'],
    `<defs>${colourPatterns('RGBY')}</defs>` +
      lie('R6', 166, 74, 1.05, 12) +
      lie('Y2', 72, 102, 0.92, -10) +
      lie('B5', 176, 184, 0.84, -8) +
      lie('G4', 88, 206, 1.1, 6),
  );

const posters: Record<string, Poster> = { any };
export default posters;
