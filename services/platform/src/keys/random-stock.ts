import { randomFillSync } from 'node:crypto';

/** Asked of the system at once: a question for each id or code costs more than the rest of it. */
const stock = new Uint8Array(4_096);
let used = stock.length;

/** Random bytes that are given out once, to be read before the next turn; at most as many as are kept in stock. */
export function randomFromStock(size: number): Uint8Array {
  if (used + size > stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += size;
  return stock.subarray(used - size, used);
}
