import { describe, expect, it } from '@jest/globals';
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import type { Position } from './click-position.repository.js';
import { findPlace } from './shard-place.js';

const MADE_AT = '2026-11-20T00:00:00Z';
const at = (minute: number): Date => new Date(Date.parse('2026-11-21T10:00:00Z') + minute * 60_000);

/** Told up to message 105, of the fifth minute. `stored`: the minute of each message that the stream has. */
async function placeIn(stored: Record<number, number>, last_seq: number, more: Partial<Position> = {}, made = MADE_AT) {
  const sequences = Object.keys(stored).map(Number);
  const first_seq = sequences[0] ?? (last_seq === 0 ? 0 : last_seq + 1);
  const startOf = (time: string) => sequences.find((each) => at(stored[each] ?? 0) >= new Date(time)) ?? last_seq + 1;
  const manager = {
    streams: {
      getMessage: async (_name: string, { seq }: { seq: number }) => {
        const minute = stored[seq];
        return minute === undefined ? null : { time: at(minute) };
      },
    },
    consumers: {
      add: async (_name: string, { opt_start_time }: { opt_start_time: string }) => ({
        name: 'asked',
        delivered: { stream_seq: startOf(opt_start_time) - 1 },
      }),
      delete: async () => true,
    },
  };
  const info = {
    config: { name: 'CLICKS_0' },
    created: made,
    state: { messages: sequences.length, first_seq, last_seq },
  };
  const { position, missed, diverged } = await findPlace(
    manager as unknown as JetStreamManager,
    info as unknown as StreamInfo,
    { made_at: MADE_AT, position: 105, told_at: at(5), ...more },
  );
  return { position: position.position, told_at: position.told_at, made_at: position.made_at, missed, diverged };
}

const GOING_ON = { told_at: at(5), made_at: MADE_AT, missed: 0, diverged: false };

describe('reading a stream for webhooks goes on', () => {
  it('behind what was told last, whether that is still there or not', async () => {
    expect(await placeIn({ 104: 4, 105: 5, 106: 6 }, 106)).toEqual({ position: 105, ...GOING_ON });
    expect(await placeIn({ 106: 6 }, 106)).toEqual({ position: 105, ...GOING_ON });
    expect(await placeIn({}, 105)).toEqual({ position: 105, ...GOING_ON });
  });

  it('behind messages that are gone, which are counted', async () => {
    expect(await placeIn({ 110: 10, 111: 11 }, 111)).toEqual({ position: 109, ...GOING_ON, missed: 4 });
    expect(await placeIn({}, 111)).toEqual({ position: 111, ...GOING_ON, missed: 6 });
  });

  it('with the first of those that others have the numbers of', async () => {
    // It had lost 104 and 105; what is there under these numbers came later.
    const anew = { position: 103, told_at: at(3), made_at: MADE_AT, missed: 0, diverged: true };
    expect(await placeIn({ 102: 2, 103: 3, 104: 8, 105: 9, 106: 10 }, 106)).toEqual(anew);
    expect(await placeIn({ 102: 2, 103: 3, 104: 8 }, 104)).toEqual(anew);
    expect(await placeIn({ 102: 2, 103: 3 }, 103)).toEqual(anew);
  });

  it('finds the same place again before anything more is told', async () => {
    const stored = { 102: 2, 103: 3, 104: 8, 105: 9 };
    const moved = { position: 103, told_at: at(3) };
    expect(await placeIn(stored, 105, moved)).toMatchObject({ ...moved, diverged: false });
  });

  it('with the first message of a stream that was made anew', async () => {
    const MADE_ANEW = '2026-11-21T10:06:00Z';
    const anew = { position: 0, told_at: at(5), made_at: MADE_ANEW, missed: 0, diverged: true };
    expect(await placeIn({ 1: 7, 2: 8 }, 2, {}, MADE_ANEW)).toEqual(anew);
    expect(await placeIn({}, 0, {}, MADE_ANEW)).toEqual(anew);
    const put = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [index + 1, 7 + index]));
    expect(await placeIn(put, 120, {}, MADE_ANEW)).toEqual(anew);
  });

  it('with its first where nothing was told yet', async () => {
    const none = { position: 0, told_at: null };
    expect(await placeIn({}, 0, none)).toMatchObject({ ...none, diverged: false });
    expect(await placeIn({ 1: 1 }, 1, none)).toMatchObject({ ...none, diverged: false });
  });
});
