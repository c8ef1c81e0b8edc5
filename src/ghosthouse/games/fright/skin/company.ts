/** The company of the seven colours: who stands on a card, seen by the outline first. */
import { back, frame, ground, numeral, place, sky, symbol, through, WIN } from '$house/paper/card';
import { build, ghostLayers, heads, hems, INK, sheet } from '$house/paper/ghost';

const bodies: Record<string, string> = {
  K: build({ w: 35, s: 42, h: 114, flare: 14, head: heads.horns, hem: (b, h) => hems.zigzag(b, h, 5, 16) }),
  B: 'M-30 116L-25 103L-33 102Q-37 97 -31 93L-25 92L-24 86L-33 85Q-38 80 -32 76L-23 75L-22 69Q-24 64 -32 62C-56 54 -56 0 0 0C56 0 56 54 32 62Q24 64 22 69L23 75L32 76Q38 80 33 85L24 86L25 92L31 93Q37 97 33 102L25 103L30 116Q22 124 15 114Q8 126 0 115Q-8 126 -15 114Q-22 124 -30 116Z',
  R: `M-44 114L-42 70L-52 70Q-57 70 -57 64Q-57 58 -52 58L-42 58L-42 16Q-42 2 -28 2L28 2Q42 2 42 16L42 58L52 58Q57 58 57 64Q57 70 52 70L42 70L44 114${hems.fringe(44, 114, 5, 12).replace(/^L44 114/, '')}Z`,
  G: `M-46 100C-54 84 -44 76 -40 70C-52 62 -50 44 -38 42C-40 22 -24 12 -6 13C-5 7 -7 2 -10 -2C-22 1 -32 -5 -34 -14C-22 -20 -11 -14 -7 -6C-5 -14 4 -21 16 -19C18 -8 8 1 -2 -1C1 4 2 9 1 13C20 10 40 22 38 42C50 44 52 62 40 70C44 76 54 84 46 100${hems.drip(46, 104, [12, 2, 20, 6, 14])}Z`,
  Y: 'M-30 60C-34 24 -24 0 2 0C28 0 40 24 37 58C35 84 28 98 40 106C46 110 54 108 52 101C51 96 44 98 44 102C38 96 44 88 52 90C62 93 62 110 52 117C40 126 14 124 -4 112C-20 101 -28 82 -30 60Z',
  M: 'M-52 46C-62 46 -62 30 -50 29C-50 12 -24 6 -14 18C-6 2 28 2 32 22C46 16 60 30 50 42C62 44 60 60 48 59L26 59C22 60 22 66 27 66L44 66C54 66 54 81 43 81L-2 81C-7 82 -6 88 -1 88L22 88C31 88 31 101 21 101L-28 101C-38 101 -38 88 -29 88L-24 88C-19 87 -20 81 -25 81L-40 81C-52 80 -52 65 -40 66L-34 66C-29 65 -30 59 -35 59L-46 59C-56 59 -58 50 -52 46Z',
};

const faces: Record<string, string> = {
  K: `<path d="M-27 31Q-14 27 -6 38Q-12 48 -20 45Q-27 41 -27 31Z" fill="var(--eye)"/><path d="M27 31Q14 27 6 38Q12 48 20 45Q27 41 27 31Z" fill="var(--eye)"/><ellipse cx="-15" cy="38" rx="2.8" ry="7" fill="${INK}"/><ellipse cx="15" cy="38" rx="2.8" ry="7" fill="${INK}"/><path d="M-13 58Q0 66 13 58L9 66L6 61.5L-6 61.5L-9 66Z" fill="#F6F1E3"/>`,
  B: `<path d="M-31 34C-31 20 -8 20 -8 36C-8 48 -31 48 -31 34Z" fill="${INK}"/><path d="M31 34C31 20 8 20 8 36C8 48 31 48 31 34Z" fill="${INK}"/><circle cx="-18" cy="37" r="4" fill="#EAF6FF"/><circle cx="18" cy="37" r="4" fill="#EAF6FF"/><path d="M0 44L-4.5 52L4.5 52Z" fill="${INK}"/><path d="M-14 59L14 59M-8 55.5L-8 62.5M0 55.5L0 62.5M8 55.5L8 62.5" stroke="${INK}" stroke-width="2.6" stroke-linecap="round"/>`,
  R: `<path d="M-31 31L-5 34L-8 44Q-18 50 -27 44Z" fill="#FFF4E6"/><path d="M31 31L5 34L8 44Q18 50 27 44Z" fill="#FFF4E6"/><circle cx="-16" cy="41" r="4.6" fill="${INK}"/><circle cx="16" cy="41" r="4.6" fill="${INK}"/><path d="M-34 29L-3 33L3 33L34 29" fill="none" stroke="${INK}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/><path d="M-18 62L18 62" stroke="${INK}" stroke-width="4.5" stroke-linecap="round"/><path d="M-13 62L-11 55L-7 62ZM7 62L11 55L13 62Z" fill="#FFF4E6"/>`,
  G: `<circle cx="0" cy="44" r="18" fill="#F7FFE9"/><circle cx="3" cy="46" r="10.5" fill="${INK}"/><circle cx="7" cy="41.5" r="3.6" fill="#fff"/><path d="M-18 40Q0 22 18 40" fill="none" stroke="var(--g-shade)" stroke-width="5" stroke-linecap="round"/><path d="M-15 73Q0 84 15 71" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round"/><path d="M4 78L8 84L11 75.5Z" fill="#F7FFE9"/>`,
  Y: `<path d="M-30 30C-10 22 20 24 37 32L37 50C20 44 -8 44 -31 52Z" fill="${INK}"/><circle cx="12" cy="37" r="8.4" fill="#FFF9D9"/><circle cx="13.5" cy="38" r="4.4" fill="${INK}"/><circle cx="-14" cy="39" r="5.6" fill="#FFF9D9"/><circle cx="-13" cy="40" r="3" fill="${INK}"/>`,
  M: `<path d="M-22 40Q-15 46 -8 40M10 40Q17 46 24 40" fill="none" stroke="${INK}" stroke-width="4.2" stroke-linecap="round"/><ellipse cx="2" cy="51" rx="4.6" ry="3.4" fill="${INK}"/>`,
};

/** Cut out of a body, or glued onto it. */
const details: Record<string, string> = {
  K: '<path d="M0 70L-14 120L14 120Z" fill="var(--k-shade)"/><path d="M-35 52Q0 84 35 52L49 74Q0 104 -49 74Z" fill="var(--k-shade)" opacity=".85"/>',
  B: '<path d="M0 68V118" stroke="var(--b-shade)" stroke-width="5"/><path d="M-26 80.5H26M-26 97.5H26" stroke="var(--b-shade)" stroke-width="5" stroke-linecap="round"/>',
  R: '<path d="M-42 2H42V14L34 21L26 13L17 23L8 13L-2 22L-12 13L-22 22L-32 13L-42 20Z" fill="var(--r-shade)"/><path d="M0 76V112M-6 84H6M-6 94H6M-6 104H6" stroke="var(--r-shade)" stroke-width="4"/>',
  G: '<ellipse cx="-28" cy="90" rx="7" ry="5" fill="var(--g-shade)"/><ellipse cx="26" cy="92" rx="9" ry="6" fill="var(--g-shade)"/><ellipse cx="-33" cy="58" rx="5" ry="4" fill="var(--g-shade)"/>',
  Y: '<path d="M-32 20Q4 6 38 20M-34 64Q4 54 40 66M-32 80Q4 70 38 82M-24 96Q8 88 38 98M-8 110Q16 104 46 112" fill="none" stroke="var(--y-shade)" stroke-width="4.5"/>',
  M: '<path d="M-44 66H20M-22 88H14" stroke="var(--m-shade)" stroke-width="3.5" stroke-linecap="round" opacity=".7"/>',
};

/** One ghost of a colour: W sheet, K cape, B bones, R block, G moss, Y wrap, M mist. */
export const ghost = (colour: string): string =>
  colour === 'W' ? sheet() : ghostLayers(bodies[colour]!, colour.toLowerCase(), faces[colour]!, details[colour]);

/** A card of this colour with 1 to 3 ghosts; mist has no number. Needs the symbols `g-W`... on the page. */
export const card = (colour: string, ghosts: number): string => {
  const one = (x: number, y: number, scale: number, turn = 0): string =>
    place(x, y, scale, `<use href="#g-${colour}" x="-60" y="-24" width="120" height="160"/>`, turn);
  const crowd =
    colour === 'M'
      ? one(60, 58, 0.86) + one(36, 26, 0.34)
      : ghosts === 1
        ? one(60, 50, 0.9)
        : ghosts === 2
          ? one(82, 38, 0.6, 5) + one(44, 64, 0.72, -5)
          : one(80, 34, 0.53, 6) + one(33, 62, 0.53, -7) + one(75, 82, 0.62, 2);
  const sign =
    colour === 'M'
      ? '<path d="M12 20H30M16 28H36M12 36H26" stroke="var(--paper-ink)" stroke-width="4.6" stroke-linecap="round"/>'
      : numeral(24, 38, 43, ghosts);
  const c = colour.toLowerCase();
  return through(WIN, sky(c) + crowd + ground(c, colour)) + frame() + sign + numeral(102, 27, 25, colour);
};

/** All symbols: seven ghosts, eighteen cards, mist and the back. */
export const symbols = (): string =>
  [...'WKBRGYM'].map((k) => symbol(`g-${k}`, '-60 -24 120 160', ghost(k))).join('') +
  [...'WKBRGY'].flatMap((k) => [1, 2, 3].map((n) => symbol(`fc-${k}${n}`, '0 0 120 176', card(k, n)))).join('') +
  symbol('fc-M', '0 0 120 176', card('M', 0)) +
  symbol(
    'fc-back',
    '0 0 120 176',
    back(
      '<g fill="var(--back-line)"><ellipse cx="46" cy="84" rx="8" ry="11"/><ellipse cx="74" cy="84" rx="8" ry="11"/></g><path d="M40 118Q60 132 80 118" fill="none" stroke="var(--back-line)" stroke-width="5" stroke-linecap="round"/>',
    ),
  );
