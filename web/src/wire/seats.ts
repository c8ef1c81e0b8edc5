/** The secrets of my seats, and the tables I have been at, kept on this device and shown nowhere. */

/** What one person keeps of a table. */
export interface Pocket {
  token?: string;
  /** The 16 bytes that were promised for each deal. */
  bytes?: string;
  /** Who this is in the house, where somebody shares a device: they have no cookie of their own. */
  guest?: string;
}

/** What is kept of a table: of the owner of this device, and of people who share it, by a name that nobody sees. */
export interface Kept extends Pocket {
  more?: Record<string, Pocket>;
}

const KEY = 'ghosthouse.seats';

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>;
  } catch {
    return {};
  }
}

/** What is kept of a table; nothing where this device was never there. */
export const kept = (table: string): Kept => all()[table] ?? {};

/** Keep something of a table; the oldest of more than a hundred are forgotten. */
export function keep(table: string, what: Partial<Kept>): void {
  const tables = all();
  const { [table]: old, ...others } = tables;
  const entries = [...Object.entries(others), [table, { ...old, ...what }] as const].slice(-100);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}

/** What one person of this device keeps of a table; '' is its owner. */
export const pocket = (table: string, who: string): Pocket => (who ? (kept(table).more?.[who] ?? {}) : kept(table));

/** Put something into somebody's pocket. */
export function fill(table: string, who: string, what: Pocket): void {
  const { more = {} } = kept(table);
  keep(table, who ? { more: { ...more, [who]: { ...more[who], ...what } } } : what);
}

/** Forget somebody who shared this device at a table. */
export function empty(table: string, who: string): void {
  const { [who]: _, ...more } = kept(table).more ?? {};
  keep(table, { more });
}

/** Everybody who ever shared this device, as the house knows them. */
export const guestsBeside = (): string[] =>
  Object.values(all()).flatMap(({ more = {} }) => Object.values(more).flatMap(({ guest }) => guest ?? []));

/** Forget a table, or all of them. */
export function forget(table?: string): void {
  if (table === undefined) {
    localStorage.removeItem(KEY);
    return;
  }
  const tables = all();
  delete tables[table];
  localStorage.setItem(KEY, JSON.stringify(tables));
}
