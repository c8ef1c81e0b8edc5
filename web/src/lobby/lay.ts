/** Lay a table and go there: the person is known to the house first, and the secret of their seat is made and kept here. */
import { place } from '../route.svelte';
import { arrive, http } from '../wire/http';
import { commandId, token } from '../wire/secret';
import { keep } from '../wire/seats';
import type { NewTable } from '../wire/types';

/** As many signs as the house takes in a deck file. */
export const DECK_SIGNS = 8192;

export type Wish = Partial<NewTable> & { title: string };

export async function lay(wish: Wish): Promise<void> {
  await arrive();
  const secret = token();
  const made = await http.make({ id: commandId(), sit: 0, token: secret, ...wish });
  keep(made.table, { token: secret });
  place.go(`/t/${made.table}`);
}
