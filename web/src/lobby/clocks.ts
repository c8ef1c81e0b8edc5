/** The clocks that are offered; the house takes others too. */
import type { Clock } from '../wire/types';
import type { Word } from '../words/words.svelte';

export const clocks: { word: Word; clock: Clock }[] = [
  { word: 'clock.none', clock: { kind: 'none' } },
  { word: 'clock.30s', clock: { kind: 'move', seconds: 30 } },
  { word: 'clock.2min', clock: { kind: 'move', seconds: 120 } },
  { word: 'clock.10min', clock: { kind: 'bank', seconds: 600, increment: 5 } },
  { word: 'clock.1d', clock: { kind: 'days', seconds: 86_400 } },
  { word: 'clock.3d', clock: { kind: 'days', seconds: 3 * 86_400 } },
];
