/** The page's own reckoning, held against what the house's Python code makes of the same keys. */
import { describe, expect, it } from 'vitest';
import { Chance, check, keyOf, siphash } from '../src/verify/chance';
import { hex, hmac, sha256, unhex } from '../src/verify/sha256';
import golden from './chance.json';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('SHA-256 and HMAC', () => {
  it('hashes as the standard says, at every edge of a block', () => {
    expect(hex(sha256(bytes('')))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex(sha256(bytes('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hex(sha256(bytes('a'.repeat(119))))).toBe(
      '31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb',
    );
  });

  it('signs under a key longer than a block', () => {
    expect(hex(hmac(bytes('k'.repeat(70)), bytes('m'.repeat(200))))).toBe(
      '5d24c7119f3e67c21747b7eb48b3db2b06626de9525dd0d3cd80f50d5d3e0170',
    );
  });
});

describe('chance', () => {
  it('makes the test vector of SipHash-2-4', () => {
    const [k0, k1] = [0x0706050403020100n, 0x0f0e0d0c0b0a0908n];
    expect(siphash(k0, k1, 0x0706050403020100n)).toBe(0x93f5f5799a932462n);
    expect(String(siphash(k0, k1, k0))).toBe(golden.siphash);
  });

  it('draws what the house draws', () => {
    for (const [ply, drawn] of golden.draws as [number, number[]][]) {
      const chance = new Chance(unhex(golden.key), ply);
      expect(drawn.map((_, i) => chance.draw([2, 6, 7, 52, 1000003, 2 ** 31][i % 6]!))).toEqual(drawn);
    }
  });

  it('shuffles as the house shuffles', () => {
    for (const order of golden.shuffles) {
      const chance = new Chance(unhex(golden.key), 3);
      expect(chance.shuffle(order.map((_, i) => i))).toEqual(order);
    }
  });
});

describe('the promises of a table', () => {
  const secret = '11'.repeat(32);
  const shown = {
    name: 'table-1/1',
    secret,
    commitment: hex(sha256(unhex(secret))),
    bytes: { '0': '22'.repeat(16), '10': '33'.repeat(16), '2': '44'.repeat(16) },
    promises: { '0': hex(sha256(unhex('22'.repeat(16)))), '2': hex(sha256(unhex('44'.repeat(16)))) },
  };

  it('makes the key from the bytes in seat order, by number and not by letter', () => {
    const message = new Uint8Array([
      ...bytes('table-1/1'),
      ...unhex('22'.repeat(16) + '44'.repeat(16) + '33'.repeat(16)),
    ]);
    expect(hex(keyOf(shown))).toBe(hex(hmac(unhex(secret), message).slice(0, 16)));
  });

  it('holds when all is as promised', () => {
    expect(check(shown, hex(keyOf(shown))).every((one) => one.holds)).toBe(true);
  });

  it('finds another secret, other bytes and another chance', () => {
    expect(check({ ...shown, secret: '12'.repeat(32) })[0]).toEqual({ what: 'secret', holds: false });
    const swapped = { ...shown, bytes: { ...shown.bytes, '2': '45'.repeat(16) } };
    expect(check(swapped).find((one) => one.seat === 2)?.holds).toBe(false);
    expect(check(shown, '00'.repeat(16)).at(-1)).toEqual({ what: 'key', holds: false });
  });
});
