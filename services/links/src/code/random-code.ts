import { randomFromStock } from '@linkway/platform';

/** Without 0 and O, 1, I and l: who copies a code from paper cannot tell them apart. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
// The largest multiple of 57 in a byte: a byte above it would make the first letters likelier than the rest.
const UNBIASED = 256 - (256 % ALPHABET.length);

/** Random letters and digits, every one of those that are told apart as likely as any other. */
export function randomCode(length: number, bytes: (size: number) => Uint8Array = randomFromStock): string {
  let code = '';
  while (code.length < length) {
    for (const byte of bytes(length * 2)) {
      if (byte < UNBIASED) code += ALPHABET.charAt(byte % ALPHABET.length);
      if (code.length === length) break;
    }
  }
  return code;
}
