/** The house over HTTP: what it offers, the lobby, records and replays. Whatever goes wrong is told as a `Trouble`. */
import type {
  AnyCommand,
  Hint,
  House,
  Lesson,
  Lessons,
  Line,
  Made,
  Me,
  Moment,
  NewTable,
  No,
  PushEnd,
  PushSubscription,
  Review,
  Rounds,
  TableInfo,
  Tables,
  Tried,
} from './types';
import { settings } from '../settings/settings.svelte';
import { guestsBeside } from './seats';
import { words, type HousePhrases, type Phrases, type Word } from '../words/words.svelte';

/** Something went wrong; `line` is the house's own sentence, `word` one of ours where the house could not speak. */
export class Trouble extends Error {
  constructor(
    readonly code: string,
    readonly line?: Line,
    readonly word: Word = 'trouble.away',
  ) {
    super(code);
  }
}

const knownTrouble: Record<string, Word> = { '404': 'trouble.gone', '429': 'trouble.fast', '403': 'trouble.forbidden' };

const ask = <T>(path: string, method = 'GET', body?: unknown, token?: string): Promise<T> =>
  send(path, method, body, token ? { headers: { 'x-seat-token': token } } : {});

/** The same for somebody who has no cookie on this device; without a key it is a stranger who asks. */
const askAs = <T>(guest: string, path: string, method: string, body?: unknown): Promise<T> =>
  send(path, method, body, {
    credentials: 'omit',
    headers: guest ? { authorization: `Bearer ${guest}` } : {},
  });

async function send<T>(path: string, method: string, body: unknown, init: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      ...init,
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...init.headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Trouble('away', undefined, navigator.onLine === false ? 'trouble.offline' : 'trouble.away');
  }
  if (answer.ok) return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
  const no = (await answer.json().catch(() => ({}))) as Partial<No>;
  throw new Trouble(no.code ?? String(answer.status), no.line, knownTrouble[String(answer.status)] ?? 'trouble.away');
}

/** The doors of the house. */
export const http = {
  house: () => ask<House>('/api/house'),
  words: (language: string) => ask<HousePhrases>(`/api/words/${language}/house`),
  gameWords: (game: string, language: string) => ask<Phrases>(`/api/words/${language}/${game}`),
  me: () => ask<Me>('/api/me'),
  arrive: (name: string, language: string) => ask<Me>('/api/guest', 'POST', { name, language }),
  make: (table: NewTable) => ask<Made>('/api/tables', 'POST', table),
  open: () => ask<Tables>('/api/tables'),
  mine: () => ask<Tables>('/api/me/tables'),
  table: (id: string) => ask<TableInfo>(`/api/tables/${encodeURIComponent(id)}`),
  moment: (id: string, ply: number, eyes: number, token?: string) =>
    ask<Moment>(`/api/tables/${encodeURIComponent(id)}/moment/${ply}?eyes=${eyes}`, 'GET', undefined, token),
  hint: (id: string, token?: string) =>
    ask<Hint>(`/api/tables/${encodeURIComponent(id)}/hint`, 'GET', undefined, token),
  review: (id: string, eyes: number, token?: string) =>
    ask<Review>(`/api/tables/${encodeURIComponent(id)}/review?eyes=${eyes}`, 'GET', undefined, token),
  lessons: () => ask<Lessons>('/api/lessons'),
  lesson: (game: string, name: string) =>
    ask<Lesson>(`/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}`),
  attempt: (game: string, name: string, step: number, move: string) =>
    ask<Tried>(`/api/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}/${step}`, 'POST', { move }),
  rounds: (id: string, eyes: number, token?: string) =>
    ask<Rounds>(`/api/tables/${encodeURIComponent(id)}/rounds?eyes=${eyes}`, 'GET', undefined, token),
  recordPath: (id: string) => `/api/tables/${encodeURIComponent(id)}/record`,
  record: async (id: string) => {
    const answer = await fetch(http.recordPath(id));
    if (!answer.ok) throw new Trouble(String(answer.status));
    return answer.text();
  },
  /** Somebody who shares this device comes in: they have a key of their own instead of the cookie. */
  beside: async (name: string, language: string): Promise<string> =>
    (await askAs<Me>('', '/api/guest', 'POST', { name, language, bot: true })).token ?? '',
  commandAs: (guest: string, id: string, command: AnyCommand) =>
    askAs<unknown>(guest, `/api/tables/${encodeURIComponent(id)}/commands`, 'POST', command),
  subscribe: (subscription: PushSubscription) => ask<void>('/api/push', 'POST', subscription),
  unsubscribe: (end: PushEnd) => ask<void>('/api/push', 'DELETE', end),
  forget: async () => {
    await Promise.all(guestsBeside().map((guest) => askAs<void>(guest, '/api/me', 'DELETE').catch(() => undefined)));
    await ask<void>('/api/me', 'DELETE');
  },
};

const KNOWN = 'ghosthouse.known';

/** Whether this device has said once who it is. */
export const isKnown = (): boolean => localStorage.getItem(KNOWN) === '1';

/** Say who is here: by the chosen name, or as a guest. The house keeps the person by a cookie that no script can read. */
export async function arrive(): Promise<void> {
  await http.arrive(settings.name.trim() || words.t('guest'), words.language);
  localStorage.setItem(KNOWN, '1');
}
