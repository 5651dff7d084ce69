import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Position } from './click-position.repository.js';
import { ShardHold } from './shard-hold.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('says again that a shard is read while a portion takes long, and notices that another process has it', async () => {
  let position: Position | null = { made_at: '2026-11-28T00:00:00Z', position: 7, told_at: null };
  const hold = jest.fn(async () => position);
  const shard = new ShardHold('CLICKS_0', 'this process', { hold });
  expect(await shard.take()).toBe(position);
  for (let second = 0; second < 20; second += 1) {
    expect(await shard.keep()).toBe(true);
    jest.advanceTimersByTime(1_000);
  }
  // A shard is held for 15 seconds.
  expect(hold).toHaveBeenCalledTimes(4);
  position = null;
  jest.advanceTimersByTime(5_000);
  expect(await shard.keep()).toBe(false);
});
