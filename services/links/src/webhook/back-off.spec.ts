import { expect, it } from '@jest/globals';
import { pauseAfter } from './back-off.js';

it('waits longer and longer, a little more or less, and ends', () => {
  const pauses = Array.from({ length: 9 }, (_, step) => pauseAfter(step, 0.5));
  expect(pauses).toEqual([5_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000, null]);
  expect([pauseAfter(0, 0), pauseAfter(0, 1)]).toEqual([4_500, 5_500]);
});
