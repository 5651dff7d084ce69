import { expect, it } from '@jest/globals';
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { countsOn } from './counts-on.js';

const STORED_AT = new Date('2026-11-21T10:00:00.123Z');
const OTHER = new Date('2026-11-22T00:00:00.000Z');

/** Read up to message 105; `at105`: when the stream stored the one that it has under that number, if it has one. */
function counts(first_seq: number, last_seq: number, at105: Date | null, read: { sequence?: number; storedAt?: null }) {
  const getMessage = async () => (at105 === null ? null : { time: at105 });
  return countsOn(
    { streams: { getMessage } } as unknown as JetStreamManager,
    { config: { name: 'CLICKS_0' }, state: { first_seq, last_seq } } as unknown as StreamInfo,
    { sequence: 105, storedAt: STORED_AT, ...read },
  );
}

it.each([
  ['has what was read last', true, counts(90, 130, STORED_AT, {})],
  ['tells its time rounded otherwise', true, counts(90, 130, new Date(STORED_AT.getTime() + 1), {})],
  ['has let go of all that was read', true, counts(106, 105, null, {})],
  ['has had the message deleted', true, counts(90, 130, null, {})],
  ['ends before what was read', false, counts(90, 104, null, {})],
  ['ends before what was read, and has nothing', false, counts(0, 0, null, {})],
  ['gave the number to another message', false, counts(90, 130, OTHER, {})],
  ['gave it to another, which cannot be known', true, counts(90, 130, OTHER, { storedAt: null })],
  ['was not read yet', true, counts(0, 0, null, { sequence: 0 })],
])('a stream that %s: %s', async (_name, expected, counted) => expect(await counted).toBe(expected));
