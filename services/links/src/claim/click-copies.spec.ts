import { expect, it } from '@jest/globals';
import { nextLook } from './click-copies.js';

it('looks for clicks ever more rarely, and for the last time after a month', () => {
  const claimedAt = new Date('2026-01-01T00:00:00Z');
  const looks: string[] = [];
  for (let count = 0; ; count += 1) {
    const next = nextLook(claimedAt, count);
    if (!next) break;
    looks.push(next.toISOString());
  }
  expect(looks).toHaveLength(8);
  expect(looks[0]).toBe('2026-01-01T00:00:00.000Z');
  expect(looks[1]).toBe('2026-01-01T00:01:00.000Z');
  expect(looks.at(-1)).toBe('2026-01-31T00:00:00.000Z');
  expect([...looks].sort()).toEqual(looks);
});
