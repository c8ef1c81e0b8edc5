/** The poster: G H O S, and a ghost where T should be. */
import './tokens.css';
import { place } from '$house/paper/card';
import { sheet } from '$house/paper/ghost';
import { poster } from '$house/paper/poster';
import type { Poster } from '$house/skins/skin';
import { pips } from './pips';

const tile = (letter: string, n: number, x: number, y: number, turn: number): string =>
  place(
    x,
    y,
    0.8,
    `<g transform="translate(-50 -50)"><path d="M12 4H88Q98 4 98 14V90Q98 100 88 100H12Q2 100 2 90V14Q2 4 12 4Z" fill="var(--l${n}-dim)"/>` +
      `<path d="M12 4H88Q98 4 98 14V86Q98 96 88 96H12Q2 96 2 86V14Q2 4 12 4Z" fill="var(--l${n}-paper)"/>` +
      `<text x="50" y="69" text-anchor="middle" class="glyph" font-size="68" fill="var(--l${n}-ink)">${letter}</text>` +
      `<g fill="var(--l${n}-ink)">${pips(n, 50, 85)}</g></g>`,
    turn,
  );

const any: Poster = () =>
  poster(
    ['#6b4310', '#8f5d1c', '#573509', '#432704'],
    tile('G', 2, 66, 78, -8) +
      tile('H', 2, 156, 86, 5) +
      tile('O', 1, 98, 160, 4) +
      tile('S', 1, 186, 172, -6) +
      place(72, 206, 0.62, sheet(), -8),
  );

const posters: Record<string, Poster> = { any };
export default posters;
