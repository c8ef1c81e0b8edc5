/**
 * The chance of a game, made again from what the house showed after it: independent of the house's own code.
 * A word is SipHash-2-4 of ply * 2^32 + index under the key; the key is the start of HMAC-SHA256(secret, name + everybody's bytes).
 */
import { hex, hmac, join, sha256, unhex } from './sha256';

const MASK = 0xffff_ffff_ffff_ffffn;
const left = (x: bigint, n: bigint): bigint => ((x << n) & MASK) | (x >> (64n - n));

/** SipHash-2-4 of one message of eight bytes. */
export function siphash(k0: bigint, k1: bigint, message: bigint): bigint {
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;
  const round = (times: number): void => {
    for (; times > 0; times--) {
      v0 = (v0 + v1) & MASK;
      v1 = left(v1, 13n) ^ v0;
      v0 = left(v0, 32n);
      v2 = (v2 + v3) & MASK;
      v3 = left(v3, 16n) ^ v2;
      v0 = (v0 + v3) & MASK;
      v3 = left(v3, 21n) ^ v0;
      v2 = (v2 + v1) & MASK;
      v1 = left(v1, 17n) ^ v2;
      v2 = left(v2, 32n);
    }
  };
  for (const block of [message, 8n << 56n]) {
    v3 ^= block;
    round(2);
    v0 ^= block;
  }
  v2 ^= 0xffn;
  round(4);
  return v0 ^ v1 ^ v2 ^ v3;
}

const little = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** The stream of one ply of a game. */
export class Chance {
  private index = 0n;
  private readonly k0: bigint;
  private readonly k1: bigint;

  constructor(
    key: Uint8Array,
    private readonly ply = 0,
  ) {
    this.k0 = little(key.slice(0, 8));
    this.k1 = little(key.slice(8, 16));
  }

  private word(): bigint {
    return siphash(this.k0, this.k1, (BigInt(this.ply) << 32n) + this.index++);
  }

  /** One of 0 to n-1, all equally likely. */
  draw(n: number): number {
    const bound = BigInt(n);
    const uneven = 2n ** 32n % bound;
    for (;;) {
      const product = (this.word() >> 32n) * bound;
      if ((product & 0xffff_ffffn) >= uneven) return Number(product >> 32n);
    }
  }

  /** Put cards into an order that is equally likely to be any; half a word serves three places. */
  shuffle<T>(cards: T[]): T[] {
    let last = cards.length - 1;
    while (last >= 1) {
      const word = this.word();
      for (const half of [word >> 32n, word & 0xffff_ffffn]) if (last >= 1) last = this.settle(cards, last, half);
    }
    return cards;
  }

  /** Settle up to three places from `last` down; a half that would favour an order settles none. The next place is returned. */
  private settle<T>(cards: T[], last: number, half: bigint): number {
    const places = [last, last - 1, last - 2].filter((place) => place >= 0);
    const ways = places.reduce((product, place) => product * BigInt(place + 1), 1n);
    let rest = half;
    const drawn = places.map((place) => {
      const product = rest * BigInt(place + 1);
      rest = product & 0xffff_ffffn;
      return Number(product >> 32n);
    });
    if (rest < 2n ** 32n % ways) return last;
    places.forEach((place, n) => {
      const other = drawn[n]!;
      [cards[place], cards[other]] = [cards[other]!, cards[place]!];
    });
    return last - 3;
  }
}

/** What a table shows when its game is over. */
export interface Shown {
  name: string;
  commitment: string;
  promises: Record<string, string>;
  bytes: Record<string, string>;
  secret: string;
}

/** One thing that was checked: its id, and whether it holds. */
export interface Check {
  what: 'secret' | 'promise' | 'key';
  seat?: number;
  holds: boolean;
}

/** The key of the game. */
export function keyOf(shown: Shown): Uint8Array {
  const seats = Object.keys(shown.bytes).sort((a, b) => Number(a) - Number(b));
  const message = join(new TextEncoder().encode(shown.name), ...seats.map((seat) => unhex(shown.bytes[seat]!)));
  return hmac(unhex(shown.secret), message).slice(0, 16);
}

/** Check everything that can be checked: the promise of the house, those of the players, and the key in the record. */
export function check(shown: Shown, recordKey?: string): Check[] {
  const checks: Check[] = [{ what: 'secret', holds: hex(sha256(unhex(shown.secret))) === shown.commitment }];
  for (const [seat, promise] of Object.entries(shown.promises)) {
    const bytes = shown.bytes[seat];
    if (bytes !== undefined)
      checks.push({ what: 'promise', seat: Number(seat), holds: hex(sha256(unhex(bytes))) === promise });
  }
  if (recordKey !== undefined) checks.push({ what: 'key', holds: hex(keyOf(shown)) === recordKey });
  return checks;
}
