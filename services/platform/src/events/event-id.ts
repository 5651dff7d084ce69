import { randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import { randomFromStock } from '../keys/random-stock.js';

/** Bytes that the package takes for an id; its own ask the system for each. */
const BYTES = 16;
let msecs = 0;
let seq = 0;

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
  return v7({ msecs, seq, random: randomFromStock(BYTES) });
}
