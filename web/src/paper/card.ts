/** A card is a cream proscenium with a cut opening, in a box of 120 x 176. */
import { clip } from './ghost';

/** The outline of every card. */
export const OUT = 'M12 0H108Q120 0 120 12V164Q120 176 108 176H12Q0 176 0 164V12Q0 0 12 0Z';

/** The usual opening: round corners upper left and right, where numeral and letter stand. */
export const WIN = 'M7 50A43 43 0 0 0 50 7H82A31 31 0 0 0 113 38V161Q113 169 105 169H15Q7 169 7 161Z';

/** The paper around an opening, with its shadow on the scene behind. */
export const frame = (win = WIN): string =>
  `<path d="${win}" transform="translate(2.5 3.5)" fill="none" stroke="var(--cast)" stroke-width="5" opacity=".28"/>` +
  `<path fill-rule="evenodd" d="${OUT}${win}" fill="var(--paper)"/>` +
  `<path d="${win}" fill="none" stroke="var(--paper-edge)" stroke-width="1.2"/>`;

/** Move, scale and turn a drawing. */
export const place = (x: number, y: number, scale: number, inner: string, turn = 0): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})${turn ? ` rotate(${turn})` : ''}">${inner}</g>`;

/** The night behind the ghosts of a card: sky, moon and a far hill, in the colours of a set. */
export const sky = (c: string, [x, y, r] = [74, 62, 34]): string =>
  `<rect x="4" y="4" width="112" height="168" fill="var(--${c}-ground)"/>` +
  `<circle cx="${x}" cy="${y}" r="${r}" fill="var(--${c}-moon)"/>` +
  `<path d="M4 132Q32 112 62 126T116 116V172H4Z" fill="var(--${c}-hill)"/>`;

/** The hill in front, with the pattern of the colour or family. */
export const ground = (c: string, pattern: string): string =>
  `<path d="M4 150Q40 136 66 148T116 142V172H4Z" fill="var(--${c}-hill2)"/>` +
  `<path d="M4 150Q40 136 66 148T116 142V172H4Z" fill="url(#p-${pattern})"/>`;

/** A drawing seen through the opening. */
export const through = (win: string, inner: string): string => clip(win, inner);

/** A text in the cut letters of the house. */
export const numeral = (x: number, y: number, size: number, text: string | number, more = ''): string =>
  `<text x="${x}" y="${y}" class="num" font-size="${size}" text-anchor="middle"${more}>${text}</text>`;

/** The back of a card: an arched door, and the mark of the game on it. */
export const back = (mark: string): string =>
  `<path d="${OUT}" fill="var(--back)"/>` +
  `<path d="M12 6H108Q114 6 114 12V164Q114 170 108 170H12Q6 170 6 164V12Q6 6 12 6Z" fill="none" stroke="var(--back-line)" stroke-width="2"/>` +
  `<path d="M60 26C92 26 98 60 98 84V150H22V84C22 60 28 26 60 26Z" fill="var(--back-2)"/>${mark}`;

/** One `<symbol>` of a sprite. */
export const symbol = (id: string, box: string, inner: string): string =>
  `<symbol id="${id}" viewBox="${box}" overflow="visible">${inner}</symbol>`;
