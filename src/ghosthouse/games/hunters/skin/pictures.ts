/** Dice, Traps as picture formulas, and Allies. Shape says it first: a Dangerous die has thorns. */
import { symbol } from '$house/paper/card';
import { clip, f } from '$house/paper/ghost';
import traps from '../components/traps.toml?raw';

const THORNS =
  'M50 2L60 11L74 5L78 18L93 22L89 36L98 50L89 64L93 78L78 82L74 95L60 89L50 98L40 89L26 95L22 82L7 78L11 64L2 50L11 36L7 22L22 18L26 5L40 11Z';
const SOFT = 'M24 6H76Q94 6 94 24V76Q94 94 76 94H24Q6 94 6 76V24Q6 6 24 6Z';
const ANGRY = 'M22 27L42 34Q40 42 33 41Q24 39 22 27ZM78 27L58 34Q60 42 67 41Q76 39 78 27Z';

/** A die of a colour; without a number it is one that still lies in the pouch. Box of 100. */
export const die = (colour: string, number = ''): string => {
  const k = colour.toLowerCase();
  const dangerous = number === '5' || number === '6';
  const shape = dangerous ? THORNS : SOFT;
  const eyes = dangerous
    ? `<path d="${ANGRY}" fill="var(--${k}-ink)"/>`
    : `<circle cx="33" cy="28" r="5" fill="var(--${k}-ink)"/><circle cx="67" cy="28" r="5" fill="var(--${k}-ink)"/>`;
  return (
    `<path d="${shape}" transform="translate(3 5)" fill="var(--cast)" opacity=".4"/><path d="${shape}" fill="var(--${k}-hi)"/>` +
    clip(
      shape,
      `<path d="${shape}" transform="translate(2.5 3)" fill="var(--${k}-body)"/><path d="M0 78H100V100H0Z" fill="var(--${k}-shade)"/>` +
        `<path d="M0 78H100V100H0Z" fill="url(#p-${colour})" opacity=".8"/>`,
    ) +
    (number
      ? `${eyes}<text x="50" y="76" text-anchor="middle" font-size="52" class="num" fill="var(--${k}-ink)">${number}</text>`
      : '') +
    `<circle cx="81" cy="82" r="13" fill="var(--paper)"/><text x="81" y="89" text-anchor="middle" font-size="20" class="num">${colour}</text>`
  );
};

const INK = 'var(--paper-ink)';
const STAR =
  'M20 0L25 4L31 2L33 8L39 10L37 16L40 20L37 25L39 31L33 33L31 39L25 37L20 40L15 37L9 39L7 33L1 31L3 25L0 20L3 16L1 10L7 8L9 2L15 4Z';
const square = (fill: string, more = ''): string =>
  `<rect x="2" y="2" width="36" height="36" rx="8" fill="${fill}" stroke="${INK}" stroke-width="3"${more}/>`;
const number = (x: number, y: number, size: number, text: string | number, fill = INK): string =>
  `<text x="${x}" y="${y}" text-anchor="middle" class="num" font-size="${size}" fill="${fill}">${text}</text>`;
const DASHED = ' stroke-dasharray="5 3.5"';

/** One slot of a formula: a box of 40. */
const slots = {
  face: (n: string | number): string => square('var(--paper-2)') + number(20, 31, 30, n),
  colour: (c: string): string => {
    const k = c.toLowerCase();
    return (
      square(`var(--${k}-body)`) +
      `<rect x="3.5" y="24" width="33" height="13" rx="5" fill="var(--${k}-shade)"/><rect x="3.5" y="24" width="33" height="13" rx="5" fill="url(#p-${c})"/>` +
      number(20, 23, 20, c, `var(--${k}-ink)`)
    );
  },
  either: (c: string, a: string, b: string): string => {
    const ink = `var(--${c.toLowerCase()}-ink)`;
    return (
      square(`var(--${c.toLowerCase()}-body)`) +
      `<path d="M6 35L35 6" stroke="${ink}" stroke-width="2.5"/>` +
      number(13, 21, 19, a, ink) +
      number(27, 35, 19, b, ink)
    );
  },
  danger: (n: string): string =>
    `<path d="${STAR}" fill="var(--danger-paper)" stroke="${INK}" stroke-width="2.6"/>` +
    number(20, n.length > 1 ? 28 : 31, n.length > 1 ? 20 : 29, n),
  noDanger: (): string =>
    `<path d="${STAR}" fill="var(--paper-2)" stroke="${INK}" stroke-width="2.6"/>${number(20, 27, 19, '5 6')}` +
    '<path d="M4 36L36 4" stroke="#B3152F" stroke-width="5" stroke-linecap="round"/>',
  same: (): string => square('var(--paper-2)', DASHED) + number(20, 30, 28, '='),
  anyColour: (): string =>
    clip(
      'M10 2H30Q38 2 38 10V30Q38 38 30 38H10Q2 38 2 30V10Q2 2 10 2Z',
      '<rect width="20" height="20" fill="var(--r-body)"/><rect x="20" width="20" height="20" fill="var(--g-body)"/><rect y="20" width="20" height="20" fill="var(--b-body)"/><rect x="20" y="20" width="20" height="20" fill="var(--y-body)"/>',
    ) + square('none', DASHED),
};

/** A condition as slots: the same language that the rules read, drawn. */
export function formula(condition: string): string[] {
  return condition.split(' & ').flatMap((atom) => {
    const many = (count: string, slot: string) => Array.from({ length: Number(count) }, () => slot);
    const same = /^same(num|col)>=(\d+)$/.exec(atom);
    if (same) return many(same[2]!, same[1] === 'num' ? slots.same() : slots.anyColour());
    const [, what = '', sign, count = '1'] = /^n\(([^)]*)\)(>=|=)(\d+)$/.exec(atom) ?? [];
    if (sign === '=') return [slots.noDanger()];
    const [colour, faces] = what.includes(':') ? what.split(':') : /^[RGBY]$/.test(what) ? [what, ''] : ['', what];
    const shown = faces!.split(',').filter(Boolean);
    if (colour && shown.length > 1) return many(count, slots.either(colour, shown[0]!, shown[1]!));
    if (colour) return many(count, slots.colour(colour));
    return many(
      count,
      shown.every((face) => Number(face) > 4) ? slots.danger(shown.join(' ')) : slots.face(shown.join(' ')),
    );
  });
}

const star = (x: number, y: number, n: string, s = 1): string =>
  `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0 -19L5.6 -8.5L17 -10L11.5 0L17 10L5.6 8.5L0 19L-5.6 8.5L-17 10L-11.5 0L-17 -10L-5.6 -8.5Z" fill="var(--candle)" stroke="${INK}" stroke-width="2.2" stroke-linejoin="round"/>${number(0, 8, 22, n)}</g>`;

/** A Trap: a paper box with a lid, its formula, and Fame on a star behind the perforation. Box of 132 x 104. */
export const trap = (condition: string, fame: string): string => {
  const all = formula(condition);
  const two = all.length >= 3;
  const scale = two ? 0.94 : all.length === 1 ? 1.42 : 1.1;
  const rows = two ? [all.slice(0, 2), all.slice(2)] : [all];
  const step = 40 * scale + 3;
  const y0 = 56.5 - (rows.length * step - 3) / 2;
  const drawn = rows.map((row, j) =>
    row
      .map(
        (slot, i) =>
          `<g transform="translate(${f(50 - (row.length * step - 3) / 2 + i * step)} ${f(y0 + j * step)}) scale(${scale})">${slot}</g>`,
      )
      .join(''),
  );
  return (
    '<path d="M10 14H20L24 6H80L84 14H122Q132 14 132 24V90Q132 100 122 100H10Q0 100 0 90V24Q0 14 10 14Z" fill="var(--paper)"/>' +
    '<path d="M98 15V100" stroke="var(--paper-edge)" stroke-width="2" stroke-dasharray="5 4"/>' +
    drawn.join('') +
    star(115, 57, fame, 0.86)
  );
};

const allies: Record<string, string> = {
  SWAP: '<rect x="18" y="22" width="28" height="38" rx="5" fill="var(--paper-2)" stroke="var(--paper-ink)" stroke-width="4" transform="rotate(-8 32 41)"/><rect x="54" y="40" width="28" height="38" rx="5" fill="var(--candle)" stroke="var(--paper-ink)" stroke-width="4" transform="rotate(8 68 59)"/><path d="M54 22Q74 18 76 34M70 30L76 37L82 29M46 78Q26 84 24 66M18 71L24 63L31 70" fill="none" stroke="var(--paper-ink)" stroke-width="4.5" stroke-linecap="round" stroke-linejoin="round"/>',
  TINT: `<g transform="translate(22 22) scale(1.4)">${slots.anyColour()}</g>`,
  TURN: `<g transform="translate(26 26) scale(1.2)">${slots.face(3)}</g><path d="M50 4L62 18H38ZM50 96L62 82H38Z" fill="var(--paper-ink)"/>`,
  BANISH: `<g transform="translate(24 28) scale(1.15)" opacity=".8">${slots.danger('6')}</g><path d="M14 84Q24 70 36 82Q48 68 60 82Q72 70 86 84" fill="none" stroke="var(--paper-ink)" stroke-width="5" stroke-linecap="round"/><path d="M20 20L80 80" stroke="#B3152F" stroke-width="8" stroke-linecap="round"/>`,
  STEEL:
    '<path d="M50 12L82 22V48Q82 74 50 90Q18 74 18 48V22Z" fill="#8E97B8" stroke="var(--paper-ink)" stroke-width="4.5"/><path d="M50 12V90Q18 74 18 48V22Z" fill="#B9C1DB"/><text x="50" y="66" text-anchor="middle" class="num" font-size="46">2</text>',
  ENCORE: star(50, 50, '', 2.3) + '<text x="50" y="62" text-anchor="middle" class="num" font-size="36">x2</text>',
};

/** An Ally: one picture on a square paper. Box of 100. */
export const ally = (id: string): string => {
  const extra = /^DIE-(.)(.)$/.exec(id);
  return extra
    ? `<g transform="translate(26 20) scale(.62)">${die(extra[1]!, extra[2])}</g><path d="M18 20V40M8 30H28" stroke="${INK}" stroke-width="7" stroke-linecap="round"/>`
    : (allies[id] ?? '');
};
const paper = (inner: string): string => `<rect width="100" height="100" rx="16" fill="var(--paper)"/>${inner}`;

const rows = [...traps.matchAll(/id = "(\w+)",\s*when = "([^"]+)",\s*fame = (\d+)/g)];
const extras = [...'RGBY'].flatMap((c) => [1, 2, 3, 4, 5, 6].map((n) => `${c}${n}`));

/** All symbols. */
export const symbols = (): string =>
  [...'RGBY'].map((c) => symbol(`die-${c}`, '0 0 100 104', die(c))).join('') +
  extras.map((id) => symbol(`die-${id}`, '0 0 100 104', die(id[0]!, id[1]))).join('') +
  rows.map(([, id, condition, fame]) => symbol(`trap-${id}`, '0 0 132 104', trap(condition!, fame!))).join('') +
  [...Object.keys(allies), ...extras.map((id) => `DIE-${id}`)]
    .map((id) => symbol(`ally-${id}`, '0 0 100 100', paper(ally(id))))
    .join('') +
  symbol(
    'ally-back',
    '0 0 100 100',
    '<rect width="100" height="100" rx="16" fill="var(--back)"/><path d="M50 20Q74 22 74 52V80H26V52Q26 22 50 20Z" fill="var(--back-2)"/>',
  );

/** The Traps that have a picture. */
export const drawn = new Set(rows.map(([, id]) => id));
