/** Cut paper: a ghost is one closed path, laid in six layers. Box of a ghost: x -60..60, y -20..130, feet near y = 116. */

/** A number as a drawing needs it: one digit after the point. */
export const f = (n: number): string => (Math.round(n * 10) / 10).toString();

/** The ink of faces. */
export const INK = 'var(--ink)';

type Hem = (w: number, h: number) => string;
type Head = (w: number, s: number) => string;

/** Hems, from right (w, h) to left (-w, h). */
export const hems = {
  scallop: (w: number, h: number, n = 4, amp = 16): string => {
    const s = (2 * w) / n;
    let d = '';
    for (let i = 0; i < n; i++) {
      const x = w - i * s;
      d += `Q${f(x - s / 2)} ${f(h + amp * (i % 2 ? 1 : 1.25))} ${f(x - s)} ${f(i === n - 1 ? h : h - 4)}`;
    }
    return d;
  },
  zigzag: (w: number, h: number, n = 5, amp = 13): string => {
    const s = (2 * w) / n;
    let d = '';
    for (let i = 0; i < n; i++) {
      const x = w - i * s;
      d += `L${f(x - s * 0.5)} ${f(h - amp)}L${f(x - s)} ${f(h + (i % 2 ? 2 : -2))}`;
    }
    return d;
  },
  drip: (w: number, h: number, lens = [8, 20, 4, 16, 6]): string => {
    const s = (2 * w) / lens.length;
    let d = '';
    lens.forEach((l, i) => {
      const x = w - i * s,
        e = x - s,
        a = s * 0.42;
      d += `L${f(x)} ${f(h + l - a)}A${f(a)} ${f(a)} 0 0 1 ${f(x - 2 * a)} ${f(h + l - a)}L${f(x - 2 * a)} ${f(h - 6)}`;
      if (i < lens.length - 1) d += `Q${f((x - 2 * a + e) / 2)} ${f(h - 11)} ${f(e)} ${f(h - 6)}`;
    });
    return d;
  },
  fringe: (w: number, h: number, n = 5, amp = 11): string => {
    const s = (2 * w) / (2 * n - 1);
    let d = '';
    let x = w;
    for (let i = 0; i < n; i++) {
      d += `L${f(x)} ${f(h)}L${f(x - s)} ${f(h)}`;
      x -= s;
      if (i < n - 1) {
        d += `L${f(x)} ${f(h - amp)}L${f(x - s)} ${f(h - amp)}`;
        x -= s;
      }
    }
    return d;
  },
};
/** Heads, from the left shoulder (-w, s) to the right one. */
export const heads = {
  dome: (w: number, s: number): string => `C${f(-w)} ${f(-s / 3)} ${f(w)} ${f(-s / 3)} ${f(w)} ${f(s)}`,
  horns: (w: number, s: number): string =>
    `C${f(-w)} ${f(s * 0.5)} ${f(-w * 1.06)} 6 ${f(-w * 0.86)} -18Q${f(-w * 0.52)} 3 0 3Q${f(w * 0.52)} 3 ${f(w * 0.86)} -18C${f(w * 1.06)} 6 ${f(w)} ${f(s * 0.5)} ${f(w)} ${f(s)}`,
  flat: (w: number, s: number): string =>
    `L${f(-w)} 12Q${f(-w)} 0 ${f(-w + 12)} 0L${f(w - 12)} 0Q${f(w)} 0 ${f(w)} 12L${f(w)} ${f(s)}`,
};
/** Build a body: left flank up, head across, right flank down, hem back. `w` half width at the shoulder, `s` its height. */
export const build = ({
  w,
  s,
  h,
  flare = 6,
  head,
  hem,
  arms,
}: {
  w: number;
  s: number;
  h: number;
  flare?: number;
  head: Head;
  hem: Hem;
  arms?: boolean;
}): string => {
  const b = w + flare;
  const L = arms
    ? `Q${f(-b + 2)} ${f(h - 22)} ${f(-w)} ${f(s + 38)}C${f(-w - 6)} ${f(s + 34)} ${f(-w - 20)} ${f(s + 30)} ${f(-w - 17)} ${f(s + 14)}C${f(-w - 14)} ${f(s + 6)} ${f(-w - 4)} ${f(s + 16)} ${f(-w)} ${f(s + 10)}L${f(-w)} ${f(s)}`
    : `Q${f(-w)} ${f(h - 26)} ${f(-w)} ${f(s)}`;
  const R = arms
    ? `L${f(w)} ${f(s + 10)}C${f(w + 4)} ${f(s + 16)} ${f(w + 14)} ${f(s + 6)} ${f(w + 17)} ${f(s + 14)}C${f(w + 20)} ${f(s + 30)} ${f(w + 6)} ${f(s + 34)} ${f(w)} ${f(s + 38)}Q${f(b - 2)} ${f(h - 22)} ${f(b)} ${f(h)}`
    : `Q${f(w)} ${f(h - 26)} ${f(b)} ${f(h)}`;
  return `M${f(-b)} ${f(h)}${L}${head(w, s)}${R}${hem(b, h)}Z`;
};

/** One eye with its glint. */
export const eye = (x: number, y: number, rx: number, ry: number, ink: string = INK, glint = '#fff'): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${ink}"/><circle cx="${f(x + rx * 0.28)}" cy="${f(y - ry * 0.36)}" r="${f(rx * 0.34)}" fill="${glint}"/>`;

/** Two cheeks, left and right of the middle. */
export const cheeks = (x: number, y: number, c: string): string =>
  `<ellipse cx="${-x}" cy="${y}" rx="7" ry="4.5" fill="${c}" opacity=".55"/><ellipse cx="${x}" cy="${y}" rx="7" ry="4.5" fill="${c}" opacity=".55"/>`;

let uid = 0;

/** A clip path with an id that nobody else on the page has. */
export const clip = (path: string, inner: string): string => {
  const id = `clip${++uid}`;
  return `<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})">${inner}</g>`;
};

/** The six layers: cast shadow, cut, lit rim, paper, details, face. `c` names the colour set of the tokens. */
export const ghostLayers = (path: string, c: string, face: string, detail = ''): string =>
  `<path d="${path}" transform="translate(5 7)" fill="var(--cast)" opacity=".42"/>` +
  `<path d="${path}" fill="var(--${c}-hi)" stroke="var(--cast)" stroke-opacity=".5" stroke-width="3.4" stroke-linejoin="round" paint-order="stroke"/>` +
  clip(path, `<path d="${path}" transform="translate(3.2 3.6)" fill="var(--${c}-body)"/>${detail}`) +
  face;

const sheetBody = build({
  w: 36,
  s: 44,
  h: 104,
  flare: 7,
  head: heads.dome,
  hem: (b, h) => hems.scallop(b, h, 4, 15),
  arms: true,
});

/** A plain sheet of any colour, with any face. */
export const sheetOf = (colour: string, face: string): string => ghostLayers(sheetBody, colour, face);

const SURPRISED =
  eye(-13, 38, 6.5, 9, INK) +
  eye(13, 38, 6.5, 9, INK) +
  `<ellipse cx="0" cy="57" rx="6" ry="7.5" fill="${INK}"/><path d="M-4 60.5Q0 57.5 4 60.5Q3 64.5 0 64.5Q-3 64.5 -4 60.5Z" fill="#F2728C"/>`;

/** The ghost of the house: a plain sheet. */
export const sheet = (colour = 'w'): string =>
  sheetOf(colour, SURPRISED + (colour === 'w' ? cheeks(25, 52, '#F5A3B5') : ''));
