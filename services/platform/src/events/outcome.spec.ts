import { describe, expect, it } from '@jest/globals';
import { sessionEnded } from '@linkway/contracts';
import { backoffMs, MAX_REFUSALS, outagePauseMs } from './event-consumer.js';
import { DeadLetter, outcomeOf, RetryLater } from './outcome.js';
import { readEvent } from './read-event.js';

describe('outcomeOf', () => {
  it('tells a wish to retry, a hopeless event and a plain error apart', () => {
    expect(outcomeOf(new RetryLater('busy', 50))).toEqual({ kind: 'retry', reason: 'busy', delayMs: 50 });
    expect(outcomeOf(new DeadLetter('never'))).toEqual({ kind: 'dead-letter', reason: 'never' });
    expect(outcomeOf(new TypeError('oops'))).toEqual({ kind: 'retry', reason: 'oops', delayMs: null });
  });

  it('tells that a store is away', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(outcomeOf(refused)).toEqual({ kind: 'outage', reason: 'connect ECONNREFUSED' });
  });

  it('waits longer each time, up to a minute', () => {
    expect([1, 2, 3, 12].map(backoffMs)).toEqual([200, 400, 800, 60_000]);
  });

  it('tries a refused event for half a minute in all', () => {
    const waits = Array.from({ length: MAX_REFUSALS - 1 }, (_, index) => backoffMs(index + 1));
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(25_400);
  });

  it('waits for a store that is away at most five seconds at a time', () => {
    expect([1, 2, 7, 8, 1_000].map(outagePauseMs)).toEqual([100, 200, 5_000, 5_000, 5_000]);
  });
});

describe('readEvent', () => {
  const envelope = {
    id: '01936b2e-0000-7000-8000-000000000001',
    type: sessionEnded.subject,
    occurred_at: '2026-01-01T00:00:00Z',
    producer: 'identity',
    correlation_id: 'c',
    causation_id: null,
    traceparent: null,
  };
  const data = { session_id: envelope.id, user_id: envelope.id };

  it('drops unknown fields and refuses what does not fit', () => {
    expect(readEvent(sessionEnded, { ...envelope, newer: 1, data: { ...data, newer: 2 } })).toEqual({
      ...envelope,
      data,
    });
    expect(readEvent(sessionEnded, { ...envelope, data: { session_id: 1 } })).toBeNull();
    expect(readEvent(sessionEnded, 'text')).toBeNull();
  });
});
