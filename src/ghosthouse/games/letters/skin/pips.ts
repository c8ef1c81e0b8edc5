/** The worth of a letter as shapes: it can be read without its colour. */

/** 1 green, 2 yellow, 3 red. */
export const rank = (colour: string): 1 | 2 | 3 => (colour === 'red' ? 3 : colour === 'yellow' ? 2 : 1);

/** So many circles, diamonds or triangles around a middle. */
export const pips = (n: number, x: number, y: number): string =>
  Array.from({ length: n }, (_, i) => {
    const cx = x + (i - (n - 1) / 2) * 17;
    if (n === 1) return `<circle cx="${cx}" cy="${y}" r="6.5"/>`;
    if (n === 2) return `<path d="M${cx} ${y - 8}L${cx + 7.5} ${y}L${cx} ${y + 8}L${cx - 7.5} ${y}Z"/>`;
    return `<path d="M${cx} ${y - 8}L${cx + 8} ${y + 6.5}H${cx - 8}Z"/>`;
  }).join('');
