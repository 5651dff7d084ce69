import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Admission, leavePlace } from './admission.js';
import { withDeadline } from './patience.js';

const BUSY = { code: 'service.busy', status: 503, retryAfterSeconds: 1 };

/** Work that ends when the test says so. */
function held(admission: Admission) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { began: false };
  const done = admission.run(async () => {
    state.began = true;
    await promise;
  });
  return { state, done, end: resolve };
}

beforeEach(() => void jest.useFakeTimers());
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
    const waiting = withDeadline(Date.now() + patienceMs, () => admission.run(work)).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(waitMs - 1);
    expect(admission.queued).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(await waiting).toMatchObject(BUSY);
    first.end();
    await first.done;
    expect(work).not.toHaveBeenCalled();
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

  it('has no place to leave outside of a request', () => {
    expect(() => leavePlace()).not.toThrow();
  });
});
