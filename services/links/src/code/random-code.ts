import { randomFillSync } from 'node:crypto';

/** Without 0 and O, 1, I and l: who copies a code from paper cannot tell them apart. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
// The largest multiple of 57 in a byte: a byte above it would make the first letters likelier than the rest.
const UNBIASED = 256 - (256 % ALPHABET.length);

/** Asked of the system at once: a question for each code costs more than the rest of it. */
const stock = new Uint8Array(4_096);
let used = stock.length;

/** Random bytes that are given out once; at most as many as are kept in stock. */
function fromStock(size: number): Uint8Array {
  if (used + size > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += size;
  return stock.subarray(used - size, used);
}

/** Random letters and digits, every one of those that are told apart as likely as any other. */
export function randomCode(length: number, bytes: (size: number) => Uint8Array = fromStock): string {
  let code = '';
  while (code.length < length) {
    for (const byte of bytes(length * 2)) {
      if (byte < UNBIASED) code += ALPHABET.charAt(byte % ALPHABET.length);
      if (code.length === length) break;
    }
  }
  return code;
}
