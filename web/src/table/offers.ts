/** Which buttons stand under the hand: verbs that need no piece, verbs with one choice only, and what the held pieces make. */
import type { Choice } from '../wire/types';

export interface Offers {
  /** One button each. */
  direct: Choice[];
  /** What the held pieces make: the main button, or several. */
  ready: Choice[];
  /** Choices that ask for a text. */
  asking: Choice[];
  /** The verb of the pieces that wait to be picked, while none is. */
  waiting: string;
}

const legal = (choice: Choice): boolean => choice.legal !== false;

/** Sort the choices. `ready` are those that the held pieces make. */
export function offersOf(choices: Choice[], ready: Choice[]): Offers {
  const count = new Map<string, number>();
  for (const choice of choices) count.set(verbOf(choice), (count.get(verbOf(choice)) ?? 0) + 1);
  const asking = choices.filter((choice) => choice.asks);
  const direct = choices.filter((one) => !one.asks && (!one.picks?.length || count.get(verbOf(one)) === 1));
  const picked = ready.filter((choice) => !direct.includes(choice));
  const open = choices.find((one) => legal(one) && !one.asks && !direct.includes(one));
  return { direct, ready: picked, asking, waiting: open ? verbOf(open) : '' };
}

/** The verb of a choice, as the house leaves it out when it is the usual one. */
export const verbOf = (choice: Choice): string => choice.verb ?? 'play';

/** Whether a choice can be made. */
export const isLegal = legal;
