/** The four families: common, fearless, special (p) and scary. */
export type Family = 'c' | 'f' | 'p' | 's';

/** The family of a value. */
export const family = (value: string): Family => {
  if (value === '1' || value === 'K') return 'f';
  if (value === '3' || value === '12') return 's';
  if (value === '8' || value === '11' || value === 'X') return 'p';
  return 'c';
};
