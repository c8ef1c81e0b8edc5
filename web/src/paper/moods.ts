/** The ghost of the house in twelve moods: what people say at a table with one touch, by the id of the phrase. */
import { cheeks, eye, INK, sheetOf } from './ghost';

const line = (d: string, width = 4, colour: string = INK): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const fill = (d: string, colour: string = INK): string => `<path d="${d}" fill="${colour}"/>`;
const eyes = (rx = 6.5, ry = 9): string => eye(-13, 38, rx, ry) + eye(13, 38, rx, ry);
const pink = cheeks(25, 52, '#F5A3B5');
const RED = '#E5566D';
const GOLD = '#E9A100';
const closed = line('M-20 40Q-13 32 -6 40M6 40Q13 32 20 40');
const smile = line('M-9 54Q0 63 9 54');
const star = (x: number, y: number, r: number): string =>
  `<path transform="translate(${x} ${y}) scale(${r / 10})" d="M0 -10L2.9 -3.4L10 -3L4.6 1.7L6.2 8.8L0 5L-6.2 8.8L-4.6 1.7L-10 -3L-2.9 -3.4Z" fill="${GOLD}"/>`;
const heart = (x: number, y: number, r: number): string =>
  `<path transform="translate(${x} ${y}) scale(${r / 10})" d="M0 9Q-11 1 -10 -5A5.5 5.5 0 0 1 0 -6A5.5 5.5 0 0 1 10 -5Q11 1 0 9Z" fill="${RED}"/>`;

const faces: Record<string, string> = {
  hello:
    eyes() +
    fill('M-10 52Q0 55 10 52Q8 65 0 65Q-8 65 -10 52Z') +
    pink +
    line('M50 40Q58 34 56 24M44 34Q49 29 48 22', 3.5, GOLD),
  luck: star(-13, 38, 11) + star(13, 38, 11) + smile + pink,
  well_played: closed + fill('M-11 51Q0 54 11 51Q8 66 0 66Q-8 66 -11 51Z') + pink,
  oops:
    eyes(5, 6) + line('M-8 58Q-4 53 0 58Q4 63 8 58') + fill('M32 14Q39 24 36 29Q32 33 28 29Q25 24 32 14Z', '#4AA9EA'),
  thanks: closed + smile + pink + heart(38, 20, 12),
  hurry:
    eyes() +
    line('M-7 57H7') +
    `<circle cx="40" cy="16" r="14" fill="#FFF4E6" stroke="${INK}" stroke-width="4"/>` +
    line('M40 8V16L46 19', 3.5),
  one_moment:
    line('M-20 38H-7M7 38H20') +
    line('M-5 56H5') +
    [26, 38, 50].map((x) => `<circle cx="${x}" cy="8" r="4.5" fill="${GOLD}"/>`).join(''),
  boo:
    fill('M-26 28L-6 36Q-8 46 -17 45Q-25 42 -26 28ZM26 28L6 36Q8 46 17 45Q25 42 26 28Z') +
    fill('M-16 52Q0 48 16 52Q14 74 0 74Q-14 74 -16 52Z') +
    fill('M-12 52L-8 59L-4 51.5ZM4 51.5L8 59L12 52Z', '#fff'),
  haha:
    line('M-21 33L-8 39L-21 45M21 33L8 39L21 45') +
    fill('M-14 51H14Q13 70 0 70Q-13 70 -14 51Z') +
    fill('M-8 64Q0 58 8 64Q5 69 0 69Q-5 69 -8 64Z', RED) +
    pink,
  sorry:
    eyes(5.5, 7) +
    line('M-22 27L-10 23M22 27L10 23') +
    line('M-8 60Q0 52 8 60') +
    fill('M-15 50Q-10 57 -13 61Q-16 63 -18 60Q-19 56 -15 50Z', '#4AA9EA'),
  good_game: eyes() + smile + pink + fill('M-22 4L-24 -20L-9 -8L0 -24L9 -8L24 -20L22 4Z', GOLD),
  again: eyes() + smile + line('M32 30A14 14 0 1 1 44 14M46 4V15H35', 4.5, GOLD),
};

/** A mood of the box -60 -28 120 160, or nothing where a phrase has none. */
export const mood = (phrase: string): string => {
  const face = faces[phrase.slice(phrase.lastIndexOf('.') + 1)];
  return face === undefined ? '' : sheetOf('w', face);
};
