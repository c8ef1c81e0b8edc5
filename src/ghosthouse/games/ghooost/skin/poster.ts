/** The poster: 14 with the crown, Igor, Skeletum, and Kitty in front. */
import './tokens.css';
import { place } from '$house/paper/card';
import { poster } from '$house/paper/poster';
import type { Poster } from '$house/skins/skin';
import { ghost } from './company';

const any: Poster = () =>
  poster(
    ['#5a1638', '#8a2348', '#46102c', '#340a20'],
    place(178, 88, 0.96, ghost('12'), 4) +
      place(70, 66, 0.94, ghost('14'), -5) +
      place(190, 176, 0.66, ghost('11'), 5) +
      place(96, 164, 1, ghost('K')),
  );

const posters: Record<string, Poster> = { any };
export default posters;
