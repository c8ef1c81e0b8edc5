/** Random secrets, and the two hashes that the page needs; the house may be reached by plain http at home, where crypto.subtle is missing. */
import { sha256, hex } from '../verify/sha256';

const url64 = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Fresh random bytes. */
export const fresh = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

/** A secret of 32 bytes, as tokens are written. */
export const token = (): string => url64(fresh(32));

/** An id for a command: the same id means the same command. */
export const commandId = (): string => url64(fresh(16));

/** The SHA-256 of a text, hexadecimal. */
export const hashOf = (text: string): string => hex(sha256(new TextEncoder().encode(text)));
