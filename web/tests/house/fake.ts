/** A house that lives in the test: it answers what it is told to, over a socket and over HTTP. */
import { vi } from 'vitest';
import type { Incoming, Outgoing, TableMessage, View } from '../../src/wire/types';

/** What the page has opened so far. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Incoming[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  /** The line stands. */
  open(): this {
    this.readyState = 1;
    this.onopen?.();
    return this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Incoming);
  }
  /** The house says something. */
  say(...messages: Outgoing[]): this {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
    return this;
  }
  /** The line breaks. */
  cut(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  /** The last command of a kind. */
  last<T extends Incoming['t']>(t: T): Extract<Incoming, { t: T }> {
    const found = this.sent.findLast((one) => one.t === t);
    if (!found) throw new Error(`no ${t} was sent, but ${this.sent.map((one) => one.t).join(', ') || 'nothing'}`);
    return found as Extract<Incoming, { t: T }>;
  }
}

/** Put the fake socket in the place of the browser's. */
export function fakeSockets(): () => FakeSocket {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  return () => FakeSocket.all.at(-1)!;
}

/** Answer HTTP by path; a path that nobody knows is 404, as in the house. */
export function fakeHttp(
  answers: Record<string, unknown | ((init?: RequestInit) => unknown)>,
): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(async (path: string, init?: RequestInit) => {
    const found = answers[`${init?.method ?? 'GET'} ${path}`] ?? answers[path];
    if (found === undefined)
      return new Response(JSON.stringify({ t: 'no', code: 'unknown', line: { phrase: 'refusal.unknown' } }), {
        status: 404,
      });
    const made = typeof found === 'function' ? (found as (init?: RequestInit) => unknown)(init) : found;
    return made instanceof Response ? made : new Response(JSON.stringify(made));
  });
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

/** Phrases of a game that has no skin. */
export const phrases = {
  house: {
    'seat.you': 'you',
    'talk.hello': 'Hello!',
    'refusal.gone': 'There is no such table.',
    'refusal.other': 'No: {what}',
  },
  games: {
    ducks: {
      'plain.title': 'Ducks',
      'zone.hand': 'hand',
      'zone.pond': 'pond',
      'number.round': 'round',
      'number.left': '{n, plural, one {# duck left} other {# ducks left}}',
      'number.points': 'points',
      'piece.D1': 'duck 1',
      'piece.D2': 'duck 2',
      'verb.play': 'play',
      'verb.swim': 'swim away',
      'status.turn': '{who}: play a duck, or swim away.',
      'status.turn.you': 'You: play a duck, or swim away.',
      'status.won': '{who} has won.',
      'event.played': '{who} plays {card}.',
      'event.played.you': 'You play {card}.',
      'call.quack': 'Quack!',
      'choice.play': 'Makes {makes}.',
      'choice.swim': 'Leave the pond.',
      'reason.too_big': '{card} is too big for the pond. A smaller duck would do.',
      'flag.wet': 'wet',
      'level.sly': 'sly',
      'glossary.pond': 'pond',
      'glossary.pond.help': 'Where ducks lie.',
    },
  },
};

const view: View = {
  viewer: 0,
  awaited: [0],
  status: { phrase: 'status.turn', seats: { who: 0 } },
  numbers: { round: 2, left: 5 },
  flags: ['wet', 'clockwise'],
  zones: [{ id: 'pond', count: 2, pieces: [{ id: 'D1' }, { id: 'D2' }], layout: 'stack' }],
  places: [
    {
      seat: 0,
      numbers: { points: 3 },
      zones: [{ id: 'hand', count: 2, pieces: [{ id: 'D1' }, { id: 'D2' }], layout: 'fan' }],
    },
    { seat: 1, numbers: { points: 1 }, zones: [{ id: 'hand', count: 4 }] },
  ],
};

/** A table of two in the middle of a game without a skin; the reader sits first and is asked. */
export const table = (more: Partial<TableMessage> = {}): TableMessage => ({
  t: 'table',
  table: 'table-1',
  code: 'KETO',
  at: 7,
  after: 0,
  lines: [
    {
      at: 5,
      line: { phrase: 'event.played', seats: { who: 1 }, terms: { card: 'piece.D1' }, call: 'call.quack' },
      ply: 1,
    },
    { at: 6, line: { phrase: 'event.played', seats: { who: 0 }, terms: { card: 'piece.D2' } }, ply: 2 },
  ],
  phase: 'playing',
  title: 'ducks/plain',
  options: {},
  own_deck: false,
  game: 1,
  ply: 2,
  you: 0,
  eyes: 0,
  seats: [
    { seat: 0, who: 'person', name: 'Ada', here: true },
    { seat: 1, who: 'person', name: 'Sabine', here: true },
  ],
  clock: { kind: 'none' },
  now: Date.now(),
  open: false,
  allow_eyes: false,
  allow_hints: true,
  practice: false,
  paused: false,
  decision: 12,
  view,
  choices: [
    { move: 'play D1', picks: [['hand', 0]], line: { phrase: 'choice.play', numbers: { makes: 1 } } },
    {
      move: 'play D2',
      picks: [['hand', 1]],
      legal: false,
      why: { phrase: 'reason.too_big', terms: { card: 'piece.D2' } },
      clause: 'DU-07',
    },
    { move: 'swim', verb: 'swim', line: { phrase: 'choice.swim' } },
  ],
  may: ['say', 'undo', 'leave', 'ticket', 'rest', 'concede', 'pause'],
  undo: null,
  fair: null,
  result: null,
  spectators: 0,
  ...more,
});

/** A view of that table, with changes. */
export const viewWith = (more: Partial<View>): View => ({ ...view, ...more });
