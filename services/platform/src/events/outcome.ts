import { isOutage, outageText } from '../database/outage.js';

/**
 * What became of an event in a handler. `outage`: a store or a service is away, which is never counted; `retry`: the
 * handler refused it this time, which is.
 */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'outage'; reason: string }
  | { kind: 'retry'; reason: string; delayMs: number | null }
  | { kind: 'dead-letter'; reason: string };

/** Thrown by a handler that wants the event again, after a while of its own choice. It counts as a refusal. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  constructor(
    reason: string,
    readonly delayMs: number,
  ) {
    super(reason);
  }
}

/** Thrown by a handler for an event that it will never be able to handle. */
export class DeadLetter extends Error {
  override readonly name = 'DeadLetter';
}

export function outcomeOf(error: unknown): Outcome {
  if (error instanceof DeadLetter) return { kind: 'dead-letter', reason: error.message };
  if (error instanceof RetryLater) return { kind: 'retry', reason: error.message, delayMs: error.delayMs };
  if (isOutage(error)) return { kind: 'outage', reason: outageText(error) };
  return { kind: 'retry', reason: error instanceof Error ? error.message : String(error), delayMs: null };
}
