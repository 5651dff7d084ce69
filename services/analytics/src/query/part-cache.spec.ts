import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { AppError, patienceLeft, withDeadline } from '@linkway/platform';
import { PartCache } from './part-cache.js';

describe('PartCache', () => {
  it('asks once for what several want at the same time, and not again', async () => {
    const cache = new PartCache();
    let asked = 0;
    const ask = async () => [(asked += 1)];
    expect(await Promise.all([cache.get('a', ask), cache.get('a', ask)])).toEqual([[1], [1]]);
    expect(await cache.get('a', ask)).toEqual([1]);
    expect(await cache.get('b', ask)).toEqual([2]);
  });

  it('asks again after a minute, as another process may have judged clicks anew, unless nothing of it ever changes', async () => {
    const began = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(began);
    const passed = async (ms: number) => {
      clock.mockReturnValue(began + ms);
      // The cache looks at the clock once in a millisecond.
      await delay(10);
    };
    try {
      const [cache, forGood] = [new PartCache(), new PartCache(null)];
      const ask = jest.fn(async () => ['rows']);
      const both = () => Promise.all([cache.get('a', ask), forGood.get('a', ask)]);
      await both();
      await passed(59_000);
      await both();
      expect(ask).toHaveBeenCalledTimes(2);
      await passed(61_000);
      await both();
      expect(ask).toHaveBeenCalledTimes(3);
    } finally {
      clock.mockRestore();
    }
  });

  it('asks again after a failure', async () => {
    const cache = new PartCache();
    const failed = cache.get('a', () => Promise.reject(new Error('away')));
    await expect(failed).rejects.toThrow('away');
    expect(await cache.get('a', async () => ['there'])).toEqual(['there']);
  });

  describe('asked by one who waits longer than who asked first', () => {
    /** A query that ends as ClickHouse ends it: when the time of whoever asked it is over, or it has its rows. */
    function slow(rowsAfterMs: number) {
      const asked: (number | null)[] = [];
      const ask = async () => {
        const left = patienceLeft();
        asked.push(left);
        await delay(Math.min(rowsAfterMs, left ?? rowsAfterMs));
        if (left !== null && left < rowsAfterMs) throw new AppError('service.timeout');
        return ['rows'];
      };
      return { ask, asked };
    }
    const get = (cache: PartCache, ask: () => Promise<string[]>, waitMs: number) =>
      withDeadline(performance.now() + waitMs, () => cache.get('a', ask));
    const timeout = { code: 'service.timeout' };

    it('asks again, in the time that is left, once for all who still wait', async () => {
      const cache = new PartCache();
      const { ask, asked } = slow(200);
      const first = get(cache, ask, 50);
      const later = [get(cache, ask, 10_000), get(cache, ask, 10_000), cache.get('a', ask)];
      await expect(first).rejects.toMatchObject(timeout);
      expect(await Promise.all(later)).toEqual([['rows'], ['rows'], ['rows']]);
      expect(asked).toHaveLength(2);
    });

    it('tells of the timeout whoever has no time left either', async () => {
      const cache = new PartCache();
      const { ask, asked } = slow(200);
      await Promise.all([50, 40].map((waitMs) => expect(get(cache, ask, waitMs)).rejects.toMatchObject(timeout)));
      expect(asked).toHaveLength(1);
    });

    it('tells of any other failure at once', async () => {
      const cache = new PartCache();
      let asked = 0;
      const ask = async (): Promise<string[]> => {
        asked += 1;
        await delay(20);
        throw new Error('refused');
      };
      const both = [get(cache, ask, 1_000), get(cache, ask, 10_000)];
      for (const one of await Promise.allSettled(both)) expect(one).toMatchObject({ reason: { message: 'refused' } });
      expect(asked).toBe(1);
    });
  });
});
