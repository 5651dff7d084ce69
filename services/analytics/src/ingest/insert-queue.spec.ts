import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ClickRow } from '../store/click.row.js';
import type { IngestRange } from '../store/range.repository.js';
import { type Confirm, InsertFailed, InsertQueue, tokenOfAll } from './insert-queue.js';
import { Pace } from './pace.js';

const WINDOW_MS = 1_000;
const held: Confirm = async () => () => true;
const lost = new Error('another process reads this shard now');

const rangeOf = (shard: string): IngestRange => ({
  stream: `${shard}@1`,
  epoch: 0,
  first: 1,
  last: 9,
  lastStoredAt: '',
  skipped: [],
  refused_letters: [],
  batch: '',
});

function aQueue(more: { fullAt?: number; windowMs?: number; restMs?: number } = {}) {
  const insert = jest.fn(async (_rows: readonly ClickRow[], _token: string) => undefined);
  const fix = jest.fn(async (_ranges: readonly IngestRange[], _batch: string) => undefined);
  const onUnknown = jest.fn<(clicks: readonly ClickRow[]) => void>();
  const queue = new InsertQueue({ insert }, { fix }, { windowMs: WINDOW_MS, fullAt: 5_000, onUnknown, ...more });
  const store = (shard: string, rows = 1, confirm: Confirm = held) => {
    const ids = Array.from({ length: rows }, (_, index) => ({ event_id: `${shard}-${index}` }) as ClickRow);
    return queue.store({ shard, range: rangeOf(shard), rows: ids, confirm, pace: new Pace() });
  };
  const stored = () => insert.mock.calls.map(([rows]) => rows.map(({ event_id }) => event_id));
  return { queue, insert, fix, store, stored, onUnknown };
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'], now: 1_000_000 }));
afterEach(() => void jest.useRealTimers());

describe('the shards of a process', () => {
  it('gather until the same moment and are stored by one insert, behind one that fixes their ranges', async () => {
    const { queue, insert, fix, store, stored } = aQueue();
    const until = performance.now() + WINDOW_MS;
    expect(queue.begin('A')).toBe(until);
    jest.advanceTimersByTime(700);
    expect(queue.begin('B')).toBe(until);
    const first = store('A', 2);
    await nextTurn();
    expect(insert).not.toHaveBeenCalled();
    await Promise.all([first, store('B')]);
    expect(stored()).toEqual([['A-0', 'A-1', 'B-0']]);
    const token = tokenOfAll([rangeOf('B'), rangeOf('A')]);
    expect(fix.mock.calls).toEqual([[[rangeOf('A'), rangeOf('B')], token]]);
    expect(insert.mock.calls[0]?.[1]).toBe(token);
  });

  it('do not wait for long for one that is late, and not at all for one that has nothing to store', async () => {
    const { queue, store, stored } = aQueue();
    for (const shard of ['A', 'ill']) queue.begin(shard);
    jest.advanceTimersByTime(WINDOW_MS);
    const first = store('A');
    await jest.advanceTimersByTimeAsync(299);
    expect(stored()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await first;
    expect(stored()).toEqual([['A-0']]);
    queue.begin('A');
    queue.begin('B');
    const second = store('A');
    queue.end('B');
    await second;
    expect(stored()).toHaveLength(2);
  });

  it('are stored soon where nothing was stored lately, and else a while after that', async () => {
    const { queue, store } = aQueue({ windowMs: 150, restMs: 1_000 });
    expect(queue.begin('A') - performance.now()).toBe(150);
    jest.advanceTimersByTime(150);
    await store('A');
    jest.advanceTimersByTime(100);
    expect(queue.begin('A') - performance.now()).toBe(900);
    jest.advanceTimersByTime(900);
    await store('A');
    jest.advanceTimersByTime(900);
    expect(queue.begin('B') - performance.now()).toBe(150);
  });

  it('do not wait for one that began after them', async () => {
    const { queue, store, stored } = aQueue();
    queue.begin('A');
    jest.advanceTimersByTime(WINDOW_MS);
    queue.begin('B');
    await store('A');
    expect(stored()).toEqual([['A-0']]);
  });

  it.each([-1, 1])('gather for as long as ever where the clock is set by %s h', async (hours) => {
    const { queue, store, stored } = aQueue();
    const until = queue.begin('A');
    jest.setSystemTime(1_000_000 + hours * 3_600_000);
    expect(queue.begin('B')).toBe(until);
    jest.advanceTimersByTime(WINDOW_MS);
    expect(queue.begin('C')).toBe(until + WINDOW_MS);
    await Promise.all([store('A'), store('B')]);
    expect(stored()).toEqual([['A-0', 'B-0']]);
  });

  it('do not wait at all where one has a full batch', async () => {
    const { queue, store, stored } = aQueue({ fullAt: 2 });
    for (const shard of ['A', 'B']) queue.begin(shard);
    await store('A', 2);
    expect(stored()).toEqual([['A-0', 'A-1']]);
  });

  it('have their turn one after the other where they have much', async () => {
    const { insert, store, stored } = aQueue();
    const gate = Promise.withResolvers<undefined>();
    insert.mockImplementationOnce(() => gate.promise);
    const all = [store('first'), store('A', 40_000), store('B', 40_000), store('C', 3)];
    gate.resolve(undefined);
    await Promise.all(all);
    expect(stored().map((ids) => [ids.length, ids[0]])).toEqual([
      [1, 'first-0'],
      [40_000, 'A-0'],
      [40_003, 'B-0'],
    ]);
  });
});

describe('a shard whose lease is lost', () => {
  it('is left out before its range is fixed', async () => {
    const { queue, fix, store, stored } = aQueue();
    for (const shard of ['A', 'B']) queue.begin(shard);
    const without = store('A', 1, () => Promise.reject(lost));
    await Promise.all([expect(without).rejects.toBe(lost), store('B')]);
    expect(fix.mock.calls[0]?.[0]).toEqual([rangeOf('B')]);
    expect(stored()).toEqual([['B-0']]);
  });

  it('while it was fixed leaves the others to be stored each on its own, as its token may be used by whoever has it', async () => {
    const { queue, fix, store, stored } = aQueue();
    for (const shard of ['A', 'B']) queue.begin(shard);
    let isHeld = true;
    fix.mockImplementationOnce(async () => {
      isHeld = false;
    });
    const both = await Promise.allSettled([store('A', 1, () => (isHeld ? held() : Promise.reject(lost))), store('B')]);
    const token = tokenOfAll([rangeOf('A'), rangeOf('B')]);
    expect(both).toMatchObject([{ reason: lost }, { reason: { token, constructor: InsertFailed } }]);
    expect(stored()).toEqual([]);
  });

  it.each([
    ['each of them', ['A', 'B']],
    ['the only one', ['A']],
  ])('while its clicks were stored makes the answer count for %s as none', async (_which, shards) => {
    const { queue, insert, store, onUnknown } = aQueue();
    for (const shard of shards) queue.begin(shard);
    let isHeld = true;
    insert.mockImplementationOnce(async () => {
      isHeld = false;
      return undefined;
    });
    const confirm = (shard: string) => async () => () => shard !== 'A' || isHeld;
    const all = await Promise.allSettled(shards.map((shard) => store(shard, 1, confirm(shard))));
    const token = tokenOfAll(shards.map(rangeOf));
    expect(all).toMatchObject(shards.map(() => ({ reason: { token, constructor: InsertFailed } })));
    // The former release has the same token for one alone, and another for one of several.
    const told = onUnknown.mock.calls.map(([clicks]) => clicks.map(({ event_id }) => event_id));
    expect(told).toEqual(shards.length > 1 ? [['A-0', 'B-0']] : []);
  });

  it('or cannot be confirmed does not hold up the others', async () => {
    const { queue, store, stored } = aQueue();
    for (const shard of ['A', 'B']) queue.begin(shard);
    const both = Promise.allSettled([store('A', 1, () => new Promise(() => undefined)), store('B')]);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await both).toMatchObject([
      { reason: { message: 'the lease of a shard cannot be confirmed' } },
      { status: 'fulfilled' },
    ]);
    expect(stored()).toEqual([['B-0']]);
  });
});

describe('what fails', () => {
  it('before anything is fixed is told as it is', async () => {
    const { fix, store } = aQueue();
    const away = new Error('away');
    fix.mockRejectedValueOnce(away);
    await expect(store('A')).rejects.toBe(away);
  });

  it('afterwards is told with the token of the insert, which may have happened', async () => {
    const { queue, insert, store, onUnknown } = aQueue();
    insert.mockRejectedValueOnce(new Error('no answer'));
    for (const shard of ['A', 'B']) queue.begin(shard);
    const both = await Promise.allSettled([store('A'), store('B')]);
    const token = tokenOfAll([rangeOf('A'), rangeOf('B')]);
    for (const outcome of both) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'no answer', token } });
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(InsertFailed);
    }
    expect(onUnknown).toHaveBeenCalledTimes(1);
  });
});
