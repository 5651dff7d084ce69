import { randomFillSync, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

/** Bytes that an id takes of them. */
const BYTES = 16;
/** The package's own asks the system for each id, which costs more than all the rest. */
const stock = new Uint8Array(BYTES * 256);
let used = stock.length;
let msecs = 0;
let seq = 0;

function someRandom(): Uint8Array {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  used += BYTES;
  return stock.subarray(used - BYTES, used);
}

/**
 * A UUID of version 7 that sorts behind all that this process made before, within a millisecond as well and where the clock is set back:
 * events of one transaction have one time, and whoever sorts them by id must find their order.
 */
export function eventId(): string {
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = randomInt(2 ** 31);
  } else seq += 1;
  return v7({ msecs, seq, random: someRandom() });
}
