/** The company: sixteen ghosts, four families. The cut of a card's top edge is the family. */
import { back, frame, ground, numeral, place, sky, symbol, through } from '$house/paper/card';
import { build, cheeks, eye, f, ghostLayers, heads, hems, INK } from '$house/paper/ghost';
import type { Family } from './families';
import { family } from './families';

const bodies = {
  scooty:
    'M-58 96C-46 96 -42 90 -50 84C-36 86 -34 78 -44 72C-24 76 -22 40 14 34C42 30 58 52 56 74C54 98 36 106 18 104Q12 116 2 106Q-8 116 -16 105Q-28 114 -34 103Q-48 108 -58 96Z',
  cerberus:
    'M-46 116C-50 100 -46 86 -40 78C-52 78 -60 68 -57 58C-60 48 -58 40 -55 34L-46 42Q-40 39 -33 41C-33 30 -30 22 -24 16L-26 -6L-12 6Q0 1 12 6L26 -6L24 16C30 22 33 30 33 41Q40 39 46 42L55 34C58 40 60 48 57 58C60 68 52 78 40 78C46 86 50 100 46 116Q36 106 27 116Q18 126 9 115Q0 124 -9 115Q-18 126 -27 116Q-36 106 -46 116Z',
  twist:
    'M-6 0C26 -6 44 10 38 22C48 26 50 40 36 46C44 52 42 64 30 67C36 73 32 82 22 84C26 90 22 97 14 98C16 106 8 118 -4 120C2 112 -2 106 -10 104C-20 102 -22 94 -16 90C-28 88 -32 78 -24 72C-38 70 -44 58 -34 51C-50 46 -50 32 -38 28C-44 14 -30 2 -6 0Z',
  skeletum: `M-44 114C-50 80 -52 40 -34 18C-26 8 -14 0 4 -12C8 0 26 6 34 20C50 44 50 84 46 114${hems.zigzag(45, 114, 4, 12)}Z`,
  igor: 'M-50 112C-54 88 -54 66 -44 56C-42 34 -24 26 -10 30C-2 8 30 -4 46 16C58 32 56 54 50 66C58 84 56 100 54 112Q46 122 38 112Q30 100 20 112Q10 124 0 112Q-10 100 -20 112Q-28 122 -36 112Q-42 104 -50 112Z',
  copy: build({ w: 32, s: 42, h: 106, flare: 8, head: heads.dome, hem: (b, h) => hems.scallop(b, h, 3, 18) }),
  kitty:
    'M-38 102C-44 84 -40 66 -36 56C-42 46 -42 34 -39 26L-42 -8L-16 10Q-4 7 8 10L32 -8L30 26C34 36 34 46 28 56C32 66 34 80 34 90C42 92 50 86 48 74C47 64 40 60 42 50C44 42 56 42 59 52C62 62 50 60 54 72C62 92 50 110 34 110Q30 118 20 110Q12 102 4 110Q-4 118 -12 110Q-20 102 -28 110Q-36 114 -38 102Z',
};

/** A numbered common: one sheet, growing and stretching with its value. */
const common = (v: number) => {
  const t = (v - 2) / 12,
    w = 25 + 12 * t,
    h = 104 + 6 * t,
    top = 46 - 46 * t,
    s = w * 1.15;
  const b = build({
    w,
    s,
    h: h - top,
    flare: 5 + 5 * t,
    head: heads.dome,
    hem: (bb, hh) => (v >= 13 ? hems.zigzag(bb, hh, 5, 12) : hems.scallop(bb, hh, v >= 9 ? 5 : v >= 5 ? 4 : 3, 13)),
    arms: v === 4 || v === 7 || v >= 10,
  });
  return { path: b, top, w, s };
};

type Hat = (t: number, w: number) => string;

const hats: Record<number, Hat> = {
  4: (t, w) =>
    `<path d="M${-w * 0.9} ${t + 20}Q-10 ${t - 22} 34 ${t - 10}Q18 ${t - 4} ${w * 0.9} ${t + 20}Q0 ${t + 8} ${-w * 0.9} ${t + 20}Z" fill="#7C74D6"/><circle cx="36" cy="${t - 9}" r="6" fill="var(--paper)"/>`,
  5: (t) =>
    `<path d="M0 ${t + 62}L-15 ${t + 54}V${t + 71}ZM0 ${t + 62}L15 ${t + 54}V${t + 71}Z" fill="#E5566D"/><circle cx="0" cy="${t + 62}" r="4" fill="#B83450"/>`,
  6: (t) =>
    `<g fill="none" stroke="#6A4A9C" stroke-width="3.6"><circle cx="-13" cy="${t + 36}" r="11"/><circle cx="13" cy="${t + 36}" r="11"/><path d="M-2 ${t + 34}Q0 ${t + 31} 2 ${t + 34}"/></g>`,
  7: (t) =>
    `<path d="M-24 ${t + 8}H24V${t + 2}H15L17 ${t - 26}H-17L-15 ${t + 2}H-24Z" fill="#2A2357"/><path d="M-15.5 ${t - 4}H15.5L15 ${t + 2}H-15Z" fill="var(--candle)"/>`,
  9: (t) =>
    `<path d="M-34 ${t + 58}Q0 ${t + 84} 34 ${t + 60}" fill="none" stroke="#5C5789" stroke-width="5" stroke-dasharray="7 4" stroke-linecap="round"/><circle cx="36" cy="${t + 70}" r="10" fill="#5C5789"/>`,
  10: (t) =>
    `<path d="M-38 ${t + 58}L-28 ${t + 66}L-20 ${t + 60}L-12 ${t + 70}L-4 ${t + 62}L4 ${t + 70}L12 ${t + 61}L20 ${t + 69}L28 ${t + 60}L38 ${t + 66}L36 ${t + 54}Q0 ${t + 62} -36 ${t + 54}Z" fill="#8E86C9"/>`,
  13: (t) => `<path d="M-14 ${t + 2}L-20 ${t - 16}L-4 ${t - 1}ZM14 ${t + 2}L20 ${t - 16}L4 ${t - 1}Z" fill="#E8E0F4"/>`,
  14: (t) =>
    `<path d="M-24 ${t + 7}L-28 ${t - 17}L-13 ${t - 5}L0 ${t - 20}L13 ${t - 5}L28 ${t - 17}L24 ${t + 7}Q0 ${t - 1} -24 ${t + 7}Z" fill="var(--candle)"/><circle cx="0" cy="${t - 4}" r="3.4" fill="#E5566D"/>`,
};

const commonGhost = (v: number): string => {
  const { path, top: t, w } = common(v);
  const y = t + (v >= 13 ? 40 : 36),
    k = (v - 2) / 12,
    rx = 7 - 1.2 * k,
    ry = 9;
  const p = `<g transform="translate(0 ${f(t)})">`;
  let face =
    v === 13 || v === 14
      ? `<path d="M-25 ${y - 9}L-5 ${y - 2}Q-8 ${y + 10} -17 ${y + 8}Q-25 ${y + 3} -25 ${y - 9}ZM25 ${y - 9}L5 ${y - 2}Q8 ${y + 10} 17 ${y + 8}Q25 ${y + 3} 25 ${y - 9}Z" fill="${INK}"/><circle cx="-14" cy="${y + 2}" r="2.6" fill="#fff"/><circle cx="14" cy="${y + 2}" r="2.6" fill="#fff"/>`
      : eye(-13, y, rx, ry) + eye(13, y, rx, ry);
  if (v === 2)
    face +=
      `<circle cx="0" cy="${y + 15}" r="5" fill="#E5566D"/><circle cx="0" cy="${y + 15}" r="2" fill="#fff"/>` +
      cheeks(20, y + 12, '#F5A3B5');
  else if (v <= 5)
    face +=
      `<path d="M-6 ${y + 14}Q0 ${y + 20} 6 ${y + 14}" fill="none" stroke="${INK}" stroke-width="3.6" stroke-linecap="round"/>` +
      cheeks(22, y + 12, '#F5A3B5');
  else if (v <= 7) face += `<ellipse cx="0" cy="${y + 19}" rx="5" ry="6" fill="${INK}"/>`;
  else if (v <= 10)
    face += `<path d="M-12 ${y + 14}Q0 ${y + 12} 12 ${y + 14}Q9 ${y + 26} 0 ${y + 26}Q-9 ${y + 26} -12 ${y + 14}Z" fill="${INK}"/><path d="M-7 ${y + 13.5}L-4 ${y + 19}L-1 ${y + 13}ZM1 ${y + 13}L4 ${y + 19}L7 ${y + 13.5}Z" fill="#fff"/>`;
  else
    face += `<path d="M-18 ${y + 17}Q0 ${y + 12} 18 ${y + 17}Q16 ${y + 44} 0 ${y + 44}Q-16 ${y + 44} -18 ${y + 17}Z" fill="${INK}"/><path d="M-15 ${y + 16}L-11 ${y + 25}L-7 ${y + 15}L-3 ${y + 23}L0 ${y + 14.5}L3 ${y + 23}L7 ${y + 15}L11 ${y + 25}L15 ${y + 16}Q0 ${y + 11} -15 ${y + 16}Z" fill="#fff"/>`;
  return (
    p +
    ghostLayers(path, 'w', '') +
    '</g>' +
    (v === 6 || v === 5 || v === 9 || v === 10 ? face + (hats[v]?.(t, w) ?? '') : (hats[v]?.(t, w) ?? '') + face)
  );
};

const named: Record<string, () => string> = {
  1: () =>
    ghostLayers(
      bodies.scooty,
      'f',
      `<path d="M-6 44Q26 28 56 56L52 72Q24 50 -8 62Z" fill="#7A4B00"/><circle cx="18" cy="58" r="12" fill="#E9FAFF"/><circle cx="42" cy="64" r="10" fill="#E9FAFF"/><circle cx="21" cy="59" r="5.5" fill="${INK}"/><circle cx="44" cy="65" r="4.8" fill="${INK}"/><path d="M18 84Q30 94 42 85" fill="none" stroke="${INK}" stroke-width="4" stroke-linecap="round"/>`,
      '',
    ) +
    '<path d="M-58 60H-34M-60 50H-44M-56 112H-40" stroke="var(--f-body)" stroke-width="4" stroke-linecap="round" opacity=".8"/>',
  3: () =>
    ghostLayers(
      bodies.cerberus,
      's',
      `<path d="M-13 24L-3 28Q-5 36 -10 35Q-14 32 -13 24ZM13 24L3 28Q5 36 10 35Q14 32 13 24Z" fill="#FFF4E6"/><circle cx="-7.5" cy="31" r="2.6" fill="${INK}"/><circle cx="7.5" cy="31" r="2.6" fill="${INK}"/><ellipse cx="0" cy="44" rx="6.5" ry="4.6" fill="${INK}"/><path d="M-12 52Q0 60 12 52L9 60L5 56L0 60L-5 56L-9 60Z" fill="#FFF4E6"/>` +
        `<circle cx="-46" cy="54" r="4" fill="#FFF4E6"/><circle cx="-45" cy="55" r="2" fill="${INK}"/><circle cx="-35" cy="56" r="4" fill="#FFF4E6"/><circle cx="-34" cy="57" r="2" fill="${INK}"/><ellipse cx="-42" cy="64" rx="4.5" ry="3.4" fill="${INK}"/><circle cx="46" cy="54" r="4" fill="#FFF4E6"/><circle cx="45" cy="55" r="2" fill="${INK}"/><circle cx="35" cy="56" r="4" fill="#FFF4E6"/><circle cx="34" cy="57" r="2" fill="${INK}"/><ellipse cx="42" cy="64" rx="4.5" ry="3.4" fill="${INK}"/>`,
      '<path d="M-30 78Q0 94 30 78L30 88Q0 104 -30 88Z" fill="var(--s-shade)"/><circle cx="0" cy="95" r="6" fill="var(--candle)"/><path d="M-33 41Q-28 60 -32 76M33 41Q28 60 32 76" fill="none" stroke="var(--s-shade)" stroke-width="3"/>',
    ),
  8: () =>
    ghostLayers(
      bodies.twist,
      'p',
      eye(-11, 37, 6, 8.5, INK) +
        eye(13, 37, 6, 8.5, INK) +
        `<path d="M-4 54Q2 58 8 53" fill="none" stroke="${INK}" stroke-width="3.6" stroke-linecap="round"/>`,
      '<path d="M-40 26Q0 30 40 20M-38 50Q4 56 40 45M-28 71Q4 76 34 66M-20 89Q2 94 26 83M-12 104Q4 106 16 97" fill="none" stroke="var(--p-shade)" stroke-width="5"/>',
    ),
  11: () =>
    `<g><path d="M-50 -6L-43 116" stroke="#6A4323" stroke-width="5.5" stroke-linecap="round"/><path d="M-53 94L-34 92L-27 122L-58 124Z" fill="var(--candle)"/><path d="M-52 106L-30 104" stroke="#B56A10" stroke-width="4"/></g>` +
    ghostLayers(
      bodies.skeletum,
      'p',
      `<path d="M-23 44C-24 22 -12 16 1 16C16 16 26 24 25 44C25 56 18 60 15 64L15 72H-12L-13 64C-18 60 -23 54 -23 44Z" fill="#F8F4E8"/><ellipse cx="-10" cy="44" rx="7" ry="8.5" fill="${INK}"/><ellipse cx="12" cy="44" rx="7" ry="8.5" fill="${INK}"/><circle cx="-8" cy="43" r="2.4" fill="#9BE8FF"/><circle cx="14" cy="43" r="2.4" fill="#9BE8FF"/><path d="M1 52L-2.5 58H4.5Z" fill="${INK}"/><path d="M-5 66V72M1.5 66V72M8 66V72" stroke="${INK}" stroke-width="2.4"/>`,
      '<path d="M-30 50Q-22 4 2 4Q28 4 32 50Q30 82 2 84Q-28 82 -30 50Z" fill="var(--p-deep)"/><path d="M-14 88H18M-12 97H16M-10 106H14" stroke="#F8F4E8" stroke-width="4.6" stroke-linecap="round"/>',
    ),
  12: () =>
    ghostLayers(
      bodies.igor,
      's',
      `<circle cx="20" cy="36" r="14" fill="#FFF4E6"/><circle cx="17" cy="38" r="6.5" fill="${INK}"/><circle cx="19.5" cy="35" r="2" fill="#fff"/><circle cx="44" cy="40" r="7" fill="#FFF4E6"/><circle cx="42.5" cy="41" r="3.4" fill="${INK}"/><path d="M4 22L32 16" stroke="${INK}" stroke-width="5" stroke-linecap="round"/><path d="M8 62Q28 56 48 60Q46 76 28 76Q12 76 8 62Z" fill="${INK}"/><path d="M14 60.5L18 69L22 59.5ZM36 59L40 67L44 60Z" fill="#fff"/>`,
      '<path d="M-44 60Q-30 38 -10 34Q-22 52 -12 66Q-30 58 -44 74Z" fill="var(--s-shade)"/><path d="M-36 66L-28 74M-26 60L-18 68" stroke="var(--s-deep)" stroke-width="3.5"/>',
    ) +
    '<g><path d="M-40 76V86" stroke="#3B1A10" stroke-width="3.5"/><path d="M-50 86H-30L-32 108H-48Z" fill="#3B1A10"/><path d="M-46 90H-34L-35 104H-45Z" fill="var(--eye)"/></g>',
  X: () =>
    `<g opacity=".55" transform="translate(15 -3)"><path d="${bodies.copy}" fill="none" stroke="var(--p-hi)" stroke-width="3.5" stroke-dasharray="7 5"/></g>` +
    `<g transform="translate(-9 4)">` +
    ghostLayers(
      bodies.copy,
      'p',
      eye(-11, 38, 5.5, 8, INK) +
        eye(12, 38, 5.5, 8, INK) +
        `<path d="M-18 29L-24 25M-16 27L-20 21M19 29L25 25M17 27L21 21" stroke="${INK}" stroke-width="2.6" stroke-linecap="round"/><path d="M-6 53Q0 60 7 53Q4 50 0 52Q-3 50 -6 53Z" fill="#E5566D"/><path d="M-2 4L-22 -10V16ZM-2 4L18 -10V16Z" fill="#E5566D"/><circle cx="-2" cy="4" r="5.5" fill="#B83450"/>` +
        cheeks(22, 51, '#F2728C'),
      '',
    ) +
    `<path d="M26 76L40 102" stroke="#8A5A1E" stroke-width="6" stroke-linecap="round"/><ellipse cx="22" cy="66" rx="13" ry="16" transform="rotate(-25 22 66)" fill="#8A5A1E"/><ellipse cx="22" cy="66" rx="9" ry="12" transform="rotate(-25 22 66)" fill="#DDF3FF"/><path d="M17 70L24 58" stroke="#fff" stroke-width="3" stroke-linecap="round"/></g>`,
  K: () =>
    ghostLayers(
      bodies.kitty,
      'f',
      `<ellipse cx="-19" cy="36" rx="8.5" ry="9" fill="#F9FFE2"/><ellipse cx="10" cy="36" rx="8.5" ry="9" fill="#F9FFE2"/><ellipse cx="-18" cy="36" rx="3" ry="8" fill="${INK}"/><ellipse cx="9" cy="36" rx="3" ry="8" fill="${INK}"/><path d="M-4.5 47L-8 43H-1Z" fill="#D8455F"/><path d="M-13 52Q-8 57 -4.5 50Q-1 57 4 52" fill="none" stroke="${INK}" stroke-width="3" stroke-linecap="round"/><path d="M-50 40L-32 45M-50 52L-32 50M40 40L23 45M40 52L23 50" stroke="${INK}" stroke-width="2.4" stroke-linecap="round"/>`,
      '<path d="M-36 6L-24 16L-34 24ZM27 6L15 16L25 24Z" fill="#E88A9C"/><path d="M-4 10V20M-12 11V17M4 11V17" stroke="var(--f-shade)" stroke-width="4" stroke-linecap="round"/><path d="M-40 78L-28 82M-40 90L-30 92M34 78L24 82" stroke="var(--f-shade)" stroke-width="4.5" stroke-linecap="round"/>',
    ),
};

/** The ghost of a value: 1 to 14, X (Miss Copy) or K (Kitty). */
export const ghost = (value: string): string => named[value]?.() ?? commonGhost(Number(value));

/** The top edge of the opening: plain, scalloped, keyholed, fanged. */
const edge: Record<Family, string> = {
  c: 'M7 50A43 43 0 0 0 50 7H105Q113 7 113 15V161Q113 169 105 169H15Q7 169 7 161Z',
  f: 'M7 50A43 43 0 0 0 50 8Q55 20 63 9Q71 20 79 9Q87 20 95 9Q103 20 113 10V161Q113 169 105 169H15Q7 169 7 161Z',
  p: 'M7 50A43 43 0 0 0 50 7H60C60 22 82 22 82 7H88C88 22 110 22 110 7Q113 8 113 15V161Q113 169 105 169H15Q7 169 7 161Z',
  s: 'M7 50A43 43 0 0 0 50 7L57 24L65 7L73 24L81 7L89 24L97 7L105 24L113 7V161Q113 169 105 169H15Q7 169 7 161Z',
};

/** The patterns of the front hills: stars, spirals, zigzags. */
export const familyPatterns = `<pattern id="p-fam-f" width="16" height="16" patternUnits="userSpaceOnUse"><path d="M8 1L9.8 6H15L10.8 9.2L12.4 14L8 11L3.6 14L5.2 9.2L1 6H6.2Z" fill="var(--f-mark)"/></pattern><pattern id="p-fam-p" width="16" height="14" patternUnits="userSpaceOnUse"><path d="M8 7A2 2 0 1 1 6 9A4 4 0 1 1 11 10" fill="none" stroke="var(--p-mark)" stroke-width="2"/></pattern><pattern id="p-fam-s" width="14" height="12" patternUnits="userSpaceOnUse"><path d="M0 2L3.5 10L7 2L10.5 10L14 2" fill="none" stroke="var(--s-mark)" stroke-width="2.2"/></pattern>`;

const hill: Record<Family, string> = { c: 'W', f: 'fam-f', p: 'fam-p', s: 'fam-s' };

/**
 * A card. Needs the symbols `gh-1`... on the page. `name` is printed at its foot, in the language of the table.
 * Miss Copy as another ghost (`as`) wears the edge and the numeral of that ghost, and a small X.
 */
export const card = (value: string, name = '', as = value): string => {
  const kind = family(as);
  const window = edge[kind];
  const [x, y, scale] = family(value) === 'c' ? [61, 40, 1] : [62, value === '11' ? 54 : 50, 0.87];
  const ghost = place(x, y, scale, `<use href="#gh-${value}" x="-66" y="-26" width="132" height="164"/>`);
  const wide = as.length > 1;
  const sign =
    as === 'K'
      ? '<path d="M11 34V14L18 20H28L35 14V34Q35 40 23 40Q11 40 11 34Z" fill="var(--paper-ink)"/>'
      : numeral(wide ? 25 : 24, 38, wide ? 36 : 43, as, wide ? ' letter-spacing="-1.5"' : '');
  const foot = name
    ? `<rect x="7" y="148" width="106" height="21" fill="var(--paper)"/><path d="M7 148H113" stroke="var(--paper-edge)" stroke-width="1.2"/>` +
      numeral(60, 164.5, 17, name)
    : '';
  const tab = as === value ? '' : `<path d="M92 8H112V34H92Z" fill="var(--paper)"/>${numeral(102, 28, 22, 'X')}`;
  return (
    through(window, sky(kind, [76, 66, 36]) + ghost + ground(kind, hill[kind])) + frame(window) + sign + foot + tab
  );
};

const values = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12', '13', '14', 'X', 'K'];

/** All symbols; `name` words the seven that have one. */
export const symbols = (name: (value: string) => string): string =>
  values
    .map(
      (v) =>
        symbol(`gh-${v}`, '-66 -26 132 164', ghost(v)) +
        symbol(`gc-${v}`, '0 0 120 176', card(v, family(v) === 'c' ? '' : name(v))) +
        (Number(v) ? symbol(`gc-X${v}`, '0 0 120 176', card('X', name('X'), v)) : ''),
    )
    .join('') +
  symbol(
    'gc-back',
    '0 0 120 176',
    back(
      '<path d="M34 150V96L60 66L86 96V150Z" fill="var(--back)"/><path d="M54 150V128Q60 120 66 128V150Z" fill="var(--back-line)"/><circle cx="60" cy="104" r="8" fill="var(--back-line)"/>',
    ),
  );
