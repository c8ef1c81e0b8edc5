/** The secrets of my seats, and the tables I have been at, kept on this device and shown nowhere. */

/** What is kept of a table. */
export interface Kept {
  token?: string;
  /** More seats at the same table: people who share this device. */
  more?: Record<number, string>;
  /** The 16 bytes that were promised for each deal. */
  bytes?: string;
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
