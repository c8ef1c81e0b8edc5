/** Which buttons stand under the hand: verbs that need no piece, verbs with one choice only, and what the held pieces make. */
import type { Choice } from '../wire/types';

/** Several verbs behind one button: `name` is the id of its word. */
export interface Bundle {
  name: string;
  choices: Choice[];
}

export interface Offers {
  /** One button each. */
  direct: Choice[];
  /** One button for each bundle of verbs. */
  bundles: Bundle[];
  /** What the held pieces make: the main button, or several. */
  ready: Choice[];
  /** Choices that ask for a text. */
  asking: Choice[];
  /** The verb of the pieces that wait to be picked, while none is. */
  waiting: string;
}

const legal = (choice: Choice): boolean => choice.legal !== false;

/**
 * Sort the choices. `ready` are those that the held pieces make. `bundled` names verbs that stand behind one button; `spare` says
 * of a choice that cannot be made whether its button is left out, because another one says the same.
 */
export function offersOf(
  choices: Choice[],
  ready: Choice[],
  bundled: Record<string, string[]> = {},
  spare: (choice: Choice, all: Choice[]) => boolean = () => false,
): Offers {
  const count = new Map<string, number>();
  for (const choice of choices) count.set(verbOf(choice), (count.get(verbOf(choice)) ?? 0) + 1);
  const asking = choices.filter((choice) => choice.asks);
  const single = choices.filter(
    (one) =>
      !one.asks &&
      (!one.picks?.length || count.get(verbOf(one)) === 1) &&
      (legal(one) || ready.includes(one) || !spare(one, choices)),
  );
  const bundles = Object.entries(bundled)
    .map(([name, verbs]) => ({ name, choices: single.filter((one) => verbs.includes(verbOf(one))) }))
    .filter((bundle) => bundle.choices.length > 1);
  const direct = single.filter((one) => !bundles.some((bundle) => bundle.choices.includes(one)));
  const picked = ready.filter((choice) => !single.includes(choice));
  const open = choices.find((one) => legal(one) && !one.asks && !single.includes(one));
  return { direct, bundles, ready: picked, asking, waiting: open ? verbOf(open) : '' };
}

/** The verb of a choice, as the house leaves it out when it is the usual one. */
export const verbOf = (choice: Choice): string => choice.verb ?? 'play';

/** Whether a choice can be made. */
export const isLegal = legal;
