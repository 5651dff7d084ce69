import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Admission, leavePlace } from './admission.js';
import { withDeadline } from './patience.js';

const BUSY = { code: 'service.busy', status: 503, retryAfterSeconds: 1 };

/** Work that ends when the test says so. */
function held(admission: Admission, whom: string | null = null) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { began: false };
  const done = admission.run(async () => {
    state.began = true;
    await promise;
  }, whom);
  return { state, done, end: resolve };
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] }));
afterEach(() => void jest.useRealTimers());

describe('Admission', () => {
  it('lets in so many at once, keeps a few waiting in order, and refuses the rest at once', async () => {
    const admission = new Admission({ atOnce: 2, queued: 2 });
    const [one, two, three, four] = [held(admission), held(admission), held(admission), held(admission)];
    await expect(admission.run(() => 'done')).rejects.toMatchObject(BUSY);
    expect([one, two, three, four].map(({ state }) => state.began)).toEqual([true, true, false, false]);
    expect([admission.underWay, admission.queued]).toEqual([2, 2]);
    two.end();
    await two.done;
    await jest.advanceTimersByTimeAsync(0);
    expect([three.state.began, four.state.began]).toEqual([true, false]);
    for (const each of [one, three, four]) each.end();
    await Promise.all([one.done, three.done, four.done]);
    expect([admission.underWay, admission.queued]).toEqual([0, 0]);
    expect(await admission.run(() => 'done')).toBe('done');
  });

  it('gives back the place of what failed', async () => {
    const admission = new Admission({ atOnce: 1, queued: 0 });
    await expect(admission.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await admission.run(() => 'done')).toBe('done');
  });

  it.each([
    ['two seconds', 60_000, 2_000],
    ['half of the patience of whoever asked', 1_000, 500],
  ])('refuses who waited for %s, without having begun', async (_, patienceMs, waitMs) => {
    const admission = new Admission({ atOnce: 1, queued: 5 });
    const first = held(admission);
    const work = jest.fn(() => 'done');
    const waiting = withDeadline(performance.now() + patienceMs, () => admission.run(work)).catch(
      (error: unknown) => error,
    );
    await jest.advanceTimersByTimeAsync(waitMs - 1);
    expect(admission.queued).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject(BUSY);
    first.end();
    await first.done;
    expect(work).not.toHaveBeenCalled();
    expect([admission.underWay, admission.queued]).toEqual([0, 0]);
  });

  it('lets in who waited while the event loop stood still, where their places are given back by then', async () => {
    jest.useRealTimers();
    const admission = new Admission({ atOnce: 1, queued: 5 });
    const first = held(admission);
    const wait = (whom: string) => withDeadline(performance.now() + 200, () => admission.run(() => 'done', whom));
    const others = [wait('a'), wait('b')];
    await new Promise((resolve) => setImmediate(resolve));
    // What has arrived is read after the timers that are due.
    setImmediate(() => first.end());
    const until = performance.now() + 150;
    while (performance.now() < until);
    expect(await Promise.all(others)).toEqual(['done', 'done']);
    await first.done;
    // Their time was up as well, and what comes of that comes after they were let in.
    await new Promise((resolve) => setImmediate(resolve));
    expect([admission.underWay, admission.queued]).toEqual([0, 0]);
  });

  it('passes on the place of what leaves it, once', async () => {
    const admission = new Admission({ atOnce: 1, queued: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = admission.run(async () => {
      leavePlace();
      leavePlace();
      await promise;
    });
    const next = held(admission);
    await jest.advanceTimersByTimeAsync(0);
    expect(next.state.began).toBe(true);
    resolve();
    await slow;
    expect(admission.underWay).toBe(1);
    next.end();
    await next.done;
    expect(admission.underWay).toBe(0);
  });

  it('gives one caller a share of the places, while others find theirs', async () => {
    const admission = new Admission({ atOnce: 16, queued: 16 });
    const greedy = Array.from({ length: 4 }, () => held(admission, 'greedy'));
    await jest.advanceTimersByTimeAsync(0);
    expect(greedy.map(({ state }) => state.began)).toEqual([true, true, false, false]);
    expect(await admission.run(() => 'done', 'other')).toBe('done');
    expect(await admission.run(() => 'done')).toBe('done');
    // What others leave is no more of a share for him; what he leaves is.
    await jest.advanceTimersByTimeAsync(0);
    expect(greedy.map(({ state }) => state.began)).toEqual([true, true, false, false]);
    greedy[0]?.end();
    await jest.advanceTimersByTimeAsync(0);
    expect(greedy.map(({ state }) => state.began)).toEqual([true, true, true, false]);
    for (const each of greedy) each.end();
    await Promise.all(greedy.map(({ done }) => done));
    expect([admission.underWay, admission.queued]).toEqual([0, 0]);
    const few = new Admission({ atOnce: 16, queued: 0 }, 1 / 16);
    const first = held(few, 'greedy');
    await expect(few.run(() => 'done', 'greedy')).rejects.toMatchObject(BUSY);
    first.end();
    await first.done;
  });

  it('takes from whoever has most in a full queue, the last first, for whoever has less', async () => {
    const admission = new Admission({ atOnce: 1, queued: 4 });
    const first = held(admission, 'greedy');
    const outcomes: string[] = [];
    const ask = (name: string, whom: string | null) =>
      admission
        .run(() => void outcomes.push(`${name} done`), whom)
        .catch((error: { code: string }) => outcomes.push(`${name} ${error.code}`));
    const waiting = [1, 2, 3, 4].map((n) => ask(`greedy ${n}`, 'greedy'));
    waiting.push(ask('greedy 5', 'greedy'), ask('a', 'a'), ask('nobody', null), ask('b', 'b'), ask('c', 'c'));
    await jest.advanceTimersByTimeAsync(0);
    const busyOnes = outcomes.splice(0);
    expect(busyOnes.sort()).toEqual(
      ['c', 'greedy 2', 'greedy 3', 'greedy 4', 'greedy 5'].map((name) => `${name} service.busy`),
    );
    first.end();
    await Promise.all(waiting);
    expect(outcomes.sort()).toEqual(['a done', 'b done', 'greedy 1 done', 'nobody done']);
  });

  it('keeps half of a full queue for what is asked for nobody, however many callers there are, and no more', async () => {
    const admission = new Admission({ atOnce: 2, queued: 8 });
    const busyOnes = [held(admission, 'a'), held(admission, 'b')];
    const told: string[] = [];
    const ask = (name: string, whom: string | null) =>
      admission.run(() => void told.push(name), whom).catch(() => told.push(`${name} refused`));
    const all = Array.from({ length: 8 }, (_, n) => ask(`caller ${n}`, `${n}`));
    all.push(...Array.from({ length: 8 }, (_, n) => ask(`nobody ${n}`, null)));
    await jest.advanceTimersByTimeAsync(0);
    const refused = told.splice(0);
    expect(refused.filter((name) => name.startsWith('caller'))).toHaveLength(4);
    expect(refused.filter((name) => name.startsWith('nobody'))).toHaveLength(4);
    all.push(...Array.from({ length: 4 }, (_, n) => ask(`late ${n}`, `late ${n}`)));
    await jest.advanceTimersByTimeAsync(0);
    expect(told.splice(0)).toEqual(['late 0 refused', 'late 1 refused', 'late 2 refused', 'late 3 refused']);
    for (const each of busyOnes) each.end();
    await Promise.all([...all, ...busyOnes.map(({ done }) => done)]);
    expect(admission.underWay + admission.queued).toBe(0);
  });

  it('lets callers in in turn, and what is asked for nobody every other time', async () => {
    const admission = new Admission({ atOnce: 1, queued: 40 });
    const first = held(admission, 'a');
    const order: string[] = [];
    const ask = (name: string, whom: string | null) => admission.run(() => void order.push(name), whom);
    const all = [
      ask('a1', 'a'),
      ask('a2', 'a'),
      ask('a3', 'a'),
      ask('b1', 'b'),
      ask('b2', 'b'),
      ask('n1', null),
      ask('n2', null),
    ];
    first.end();
    await Promise.all([first.done, ...all]);
    expect(order.filter((name) => !name.startsWith('n'))).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
    expect(order.slice(0, 4).filter((name) => name.startsWith('n'))).toEqual(['n1', 'n2']);
  });

  it('keeps nothing of callers who are gone', async () => {
    const admission = new Admission({ atOnce: 1, queued: 0 });
    const first = held(admission, 'a');
    for (let caller = 0; caller < 10; caller += 1) {
      await expect(admission.run(() => 'done', `${caller}`)).rejects.toMatchObject(BUSY);
    }
    first.end();
    await first.done;
    expect((admission as unknown as { lines: Map<string, unknown> }).lines.size).toBe(0);
  });

  it('has no place to leave outside of a request', () => {
    expect(() => leavePlace()).not.toThrow();
  });
});
