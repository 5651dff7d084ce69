import { describe, expect, it } from '@jest/globals';
import { Batcher, BatcherFull } from './batcher.js';

const settled = () => new Promise((done) => setTimeout(done, 10));

describe('a batcher', () => {
  it('puts what is asked at the same time into few batches, and gives each its own answer', async () => {
    const batches: number[][] = [];
    const batcher = new Batcher<number, number>({ size: 4, atOnce: 1, waiting: 100, collectMs: 0 }, async (keys) => {
      batches.push(keys);
      return keys.map((key) => key * 10);
    });
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map((key) => batcher.ask(key)))).toEqual([10, 20, 30, 40, 50, 60]);
    expect(batches).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });

  it('has no more batches under way, and no more waiting, than it may', async () => {
    const open: (() => void)[] = [];
    const limits = { size: 2, atOnce: 2, waiting: 3, collectMs: 0 };
    const batcher = new Batcher<number, number>(
      limits,
      (keys) => new Promise((resolve) => open.push(() => resolve(keys))),
    );
    const first = [1, 2].map((key) => batcher.ask(key));
    await settled();
    const second = [3, 4].map((key) => batcher.ask(key));
    await settled();
    const third = [5, 6, 7].map((key) => batcher.ask(key));
    await settled();
    expect(open).toHaveLength(2);
    await expect(batcher.ask(8)).rejects.toThrow(BatcherFull);
    for (let done = 0; done < 4; done += 1) {
      open[done]?.();
      await settled();
    }
    expect(await Promise.all([...first, ...second, ...third])).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('tells all of a batch when it fails, and goes on', async () => {
    let fails = true;
    const batcher = new Batcher<number, number>({ size: 2, atOnce: 1, waiting: 9, collectMs: 0 }, async (keys) => {
      if (fails) throw new Error('away');
      return keys;
    });
    const asked = await Promise.allSettled([batcher.ask(1), batcher.ask(2)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await batcher.ask(3)).toBe(3);
  });

  it('fails what waits behind a batch that fails, where that is said', async () => {
    const batches: number[][] = [];
    const limits = { size: 2, atOnce: 1, waiting: 9, collectMs: 0, failsTogether: true };
    const batcher = new Batcher<number, number>(limits, async (keys) => {
      batches.push(keys);
      await settled();
      if (batches.length === 1) throw new Error('away');
      return keys;
    });
    const asked = await Promise.allSettled([1, 2, 3, 4, 5].map((key) => batcher.ask(key)));
    expect(asked.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(batches).toEqual([[1, 2]]);
    expect(await batcher.ask(6)).toBe(6);
  });
});
