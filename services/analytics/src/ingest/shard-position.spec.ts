import { describe, expect, it } from '@jest/globals';
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import type { IngestRange, RangeRepository } from '../store/range.repository.js';
import { findPosition } from './shard-position.js';

const CREATED = '2026-11-20T00:00:00.000Z';
const STORED_AT = '2026-11-21T10:00:00.000Z';

/** Read up to message 105. */
const RANGE: IngestRange = {
  stream: `CLICKS_0@${Date.parse(CREATED)}`,
  epoch: 2,
  first: 101,
  last: 105,
  lastStoredAt: STORED_AT,
  skipped: [],
  refused_letters: [],
  batch: 'batch:1',
};

/** `at105`: when the stream stored its message 105, if there is one. */
async function positionIn(
  first_seq: number,
  last_seq: number,
  at105: string | null,
  latest: IngestRange | null = RANGE,
) {
  const getMessage = async () => (at105 === null ? null : { time: new Date(at105) });
  const info = { config: { name: 'CLICKS_0' }, created: CREATED, state: { first_seq, last_seq } };
  const { next, epoch, missed, diverged } = await findPosition(
    { streams: { getMessage } } as unknown as JetStreamManager,
    info as unknown as StreamInfo,
    { latest: async () => latest } as unknown as RangeRepository,
  );
  return { next, epoch, missed, diverged };
}

const ANEW = { epoch: 3, missed: 0, diverged: true };

describe('reading a stream goes on', () => {
  it('behind what was read last, which is still there', async () => {
    expect(await positionIn(90, 130, STORED_AT)).toEqual({ next: 106, epoch: 2, missed: 0, diverged: false });
  });

  it('behind what was read last, when all of that has left', async () => {
    const goingOn = { next: 106, epoch: 2, missed: 0, diverged: false };
    expect(await positionIn(106, 105, null)).toEqual(goingOn);
    expect(await positionIn(106, 130, null)).toEqual(goingOn);
  });

  it('at its start where it lost what was read, whether that had left before or not', async () => {
    expect(await positionIn(90, 103, null)).toEqual({ next: 90, ...ANEW });
    expect(await positionIn(104, 103, null)).toEqual({ next: 104, ...ANEW });
    expect(await positionIn(0, 0, null)).toEqual({ next: 1, ...ANEW });
  });

  it('at its start where others have the numbers of what was lost', async () => {
    expect(await positionIn(104, 106, '2026-11-22T00:00:00.000Z')).toEqual({ next: 104, ...ANEW });
  });

  it('behind messages that are gone, which are counted', async () => {
    expect(await positionIn(110, 130, null)).toEqual({ next: 110, epoch: 2, missed: 4, diverged: false });
  });

  it('at its start where nothing was read yet', async () => {
    expect(await positionIn(0, 0, null, null)).toEqual({ next: 1, epoch: 0, missed: 0, diverged: false });
  });
});
