/** Two posters: four of the six crowd the moon; and the older edition, a mirror in the mist. */
import { poster } from '$house/paper/poster';
import { place } from '$house/paper/card';
import type { Poster } from '$house/skins/skin';
import { ghost } from './company';

const stand = (colour: string, x: number, y: number, scale: number, turn = 0): string =>
  place(x, y, scale, ghost(colour), turn);

const amigo: Poster = () =>
  poster(
    ['#3b2a86', '#5540ac', '#2f2170', '#241858'],
    stand('K', 178, 66, 0.92, 6) +
      stand('Y', 62, 92, 0.8, -6) +
      stand('R', 186, 172, 0.74, 4) +
      stand('W', 104, 150, 1.08, -3),
  );

const german: Poster = () =>
  poster(
    ['#1d4a6e', '#2d6890', '#153a5a', '#0f2d48'],
    '<ellipse cx="122" cy="150" rx="76" ry="98" fill="var(--cast)" opacity=".35"/>' +
      '<ellipse cx="118" cy="142" rx="76" ry="98" fill="#e0b45a"/><ellipse cx="118" cy="142" rx="62" ry="84" fill="#bfe6f7"/>' +
      '<path d="M74 180L150 70M92 206L170 96" stroke="#fff" stroke-width="7" opacity=".55" stroke-linecap="round"/>' +
      stand('B', 118, 78, 1.02) +
      stand('M', 56, 196, 0.86) +
      stand('M', 190, 206, 0.7),
  );

const posters: Record<string, Poster> = { any: amigo, german };
export default posters;
