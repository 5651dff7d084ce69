import { describe, expect, it } from '@jest/globals';
import { sessionEnded } from '@linkway/contracts';
import { backoffMs } from './jetstream.strategy.js';
import { readEvent } from './on-event.decorator.js';
import { DeadLetter, outcomeOf, RetryLater } from './outcome.js';

describe('outcomeOf', () => {
  it('tells a wish to retry, a hopeless event and a plain error apart', () => {
    expect(outcomeOf(new RetryLater('busy', 50))).toEqual({ kind: 'retry', reason: 'busy', delayMs: 50 });
    expect(outcomeOf(new DeadLetter('never'))).toEqual({ kind: 'dead-letter', reason: 'never' });
    expect(outcomeOf(new TypeError('oops'))).toEqual({ kind: 'retry', reason: 'oops', delayMs: null });
  });

  it('waits longer each time, up to a minute', () => {
    expect([1, 2, 3, 12].map(backoffMs)).toEqual([200, 400, 800, 60_000]);
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
