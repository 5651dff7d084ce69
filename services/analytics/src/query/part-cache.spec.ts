import { describe, expect, it } from '@jest/globals';
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

  it('asks again after a failure', async () => {
    const cache = new PartCache();
    const failed = cache.get('a', () => Promise.reject(new Error('away')));
    await expect(failed).rejects.toThrow('away');
    expect(await cache.get('a', async () => ['there'])).toEqual(['there']);
  });
});
