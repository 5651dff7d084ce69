import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
// The largest multiple of 62 in a byte: a byte above it would make the first letters likelier than the rest.
const UNBIASED = 256 - (256 % ALPHABET.length);

/** Random letters and digits, every one as likely as any other. */
export function randomCode(length: number, bytes: (size: number) => Uint8Array = randomBytes): string {
  let code = '';
  while (code.length < length) {
    for (const byte of bytes(length * 2)) {
      if (byte < UNBIASED) code += ALPHABET.charAt(byte % ALPHABET.length);
      if (code.length === length) break;
    }
  }
  return code;
}
