/** One pattern for each colour, the same wherever that colour appears: colour is never the only sign. */
const patterns: Record<string, (c: string) => string> = {
  W: (c) =>
    `<pattern id="p-W" width="12" height="12" patternUnits="userSpaceOnUse"><circle cx="3" cy="3" r="1.9" fill="${c}"/><circle cx="9" cy="9" r="1.9" fill="${c}"/></pattern>`,
  K: (c) =>
    `<pattern id="p-K" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="3.2" height="9" fill="${c}"/></pattern>`,
  B: (c) =>
    `<pattern id="p-B" width="14" height="9" patternUnits="userSpaceOnUse"><path d="M0 3Q7 8 14 3" fill="none" stroke="${c}" stroke-width="2.6"/></pattern>`,
  R: (c) =>
    `<pattern id="p-R" width="12" height="12" patternUnits="userSpaceOnUse"><path d="M6 1.5V10.5M1.5 6H10.5" stroke="${c}" stroke-width="2.6"/></pattern>`,
  G: (c) =>
    `<pattern id="p-G" width="12" height="14" patternUnits="userSpaceOnUse"><path d="M3 0V6A1.8 1.8 0 0 1 -.6 6V0M9 4V11A1.8 1.8 0 0 1 5.4 11V4" fill="${c}"/></pattern>`,
  Y: (c) =>
    `<pattern id="p-Y" width="16" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(-16)"><rect width="16" height="3.4" fill="${c}"/></pattern>`,
  M: (c) =>
    `<pattern id="p-M" width="24" height="10" patternUnits="userSpaceOnUse"><path d="M1 3H13M15 8H22" stroke="${c}" stroke-width="2.6" stroke-linecap="round"/></pattern>`,
};

/** The `<pattern>` elements of these colours, ids `p-W`, `p-K`... */
export const colourPatterns = (colours: string): string =>
  [...colours].map((k) => patterns[k]!(`var(--${k.toLowerCase()}-mark)`)).join('');
