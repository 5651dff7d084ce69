import { expect, it } from '@jest/globals';
import { LRUCache } from 'lru-cache';
import { usedHeap } from '../testkit/used-heap.js';
import { atMost } from './at-most.js';

it('bounds entries, those used last stay, and takes nothing for those that are not there', () => {
  const before = usedHeap();
  const large = new LRUCache<number, string>({ ...atMost(50_000), ttl: 60_000 });
  expect(usedHeap() - before).toBeLessThan(300_000);
  for (let number = 0; number < 50_000; number += 1) large.set(number, 'x');
  large.get(0);
  large.set(50_000, 'x');
  large.set(50_000, 'y');
  expect([large.size, large.get(0), large.get(1), large.get(50_000)]).toEqual([50_000, 'x', undefined, 'y']);
});
