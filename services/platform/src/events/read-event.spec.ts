import { describe, expect, it } from '@jest/globals';
import { defineEvent } from '@linkway/contracts';
import { headers } from '@nats-io/nats-core';
import { z } from 'zod';
import { contentOf, readEvent } from './read-event.js';

const moved = defineEvent('evt.depot.parcel-moved.v1', '', z.object({ id: z.string() }), { key: 'id' });
const weighed = defineEvent('evt.depot.parcel-moved.v1', '', z.object({ grams: z.number() }), { key: 'grams' });
const ID = '01938f00-0000-7000-8000-000000000001';

const envelope = (data: object) => ({
  id: ID,
  type: moved.subject,
  occurred_at: '2026-01-01T00:00:00.000Z',
  producer: 'depot',
  correlation_id: ID,
  causation_id: null,
  traceparent: null,
  actor: { kind: 'service', id: 'depot' },
  data,
});

/** `read`: how often its text was parsed. */
function message(seq: number, id: string | null, text: string) {
  const carried = headers();
  if (id !== null) carried.set('Nats-Msg-Id', id);
  const counted = { read: 0 };
  const json = <T>() => {
    counted.read += 1;
    return JSON.parse(text) as T;
  };
  return { counted, seq, headers: carried, data: new TextEncoder().encode(text), json };
}

describe('contentOf', () => {
  it('reads a message that several get once', () => {
    const text = JSON.stringify(envelope({ id: 'p1' }));
    const [first, second] = [message(1, 'once', text), message(1, 'once', text)];
    const content = contentOf(first);
    expect(contentOf(second)).toBe(content);
    expect([first.counted.read, second.counted.read]).toEqual([1, 0]);
  });

  it('takes no message for another: of another id, of a stream that was made anew, or without an id', () => {
    const texts = ['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}', '{"n":5}'];
    const [a = '', b = '', c = '', d = '', e = ''] = texts;
    const all = [message(7, 'a', a), message(7, 'b', b), message(8, 'a', c), message(9, null, d), message(9, null, e)];
    expect(all.map((one) => JSON.stringify(contentOf(one)))).toEqual(texts);
  });

  it('keeps neither large ones nor more than some hundreds', () => {
    const large = message(1, 'large', JSON.stringify({ text: 'x'.repeat(16_384) }));
    expect(contentOf(large)).not.toBe(contentOf(large));
    const first = message(1, 'first', '{}');
    const content = contentOf(first);
    for (let seq = 0; seq < 255; seq += 1) contentOf(message(seq, 'next', '{}'));
    expect(contentOf(first)).toBe(content);
    contentOf(message(255, 'next', '{}'));
    expect(contentOf(first)).not.toBe(content);
  });

  it('is nothing of what is no object', () => {
    for (const text of ['7', 'null', '"text"', '{', ''])
      expect(contentOf(message(1, `of ${text}`, text))).toBeUndefined();
  });
});

describe('readEvent', () => {
  it('reads what is shared once, drops what the contract does not know, and is null for what does not fit', () => {
    const raw = envelope({ id: 'p1', colour: 'red' });
    const read = readEvent(moved, raw);
    expect(read?.data).toEqual({ id: 'p1' });
    expect(readEvent(moved, raw)).toBe(read);
    expect(readEvent(weighed, raw)).toBeNull();
    expect(readEvent(weighed, envelope({ grams: 7 }))?.data).toEqual({ grams: 7 });
    for (const other of [undefined, null, 7, 'text', {}, { ...raw, id: 7 }]) expect(readEvent(moved, other)).toBeNull();
  });
});
