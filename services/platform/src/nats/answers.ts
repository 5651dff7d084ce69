import { JetStreamApiError } from '@nats-io/jetstream';

/**
 * JetStream's error codes that hold however often a message comes: it is too large, its headers are, it is for another
 * stream, not after the message that it names, wants a rollup or a life of its own that is not allowed; or its stream is
 * sealed, which nothing undoes.
 */
const FOR_GOOD = new Set([10054, 10060, 10063, 10070, 10071, 10097, 10109, 10111, 10164, 10165, 10166]);

/** No room left in the account, the memory or the disk. The first has the status 400, as if it were the message's fault. */
const NO_ROOM = new Set([10002, 10028, 10047]);

/** "Insufficient resources": the server's own store is full, or it has too much to do, which passes in a moment. */
const SHORT = new Set([10023]);

const isAnswer = (error: unknown, codes: ReadonlySet<number>): boolean =>
  error instanceof JetStreamApiError && codes.has(error.code);

export const isForGood = (error: unknown): boolean => isAnswer(error, FOR_GOOD);
export const isNoRoom = (error: unknown): boolean => isAnswer(error, NO_ROOM);
export const isShort = (error: unknown): boolean => isAnswer(error, SHORT);
