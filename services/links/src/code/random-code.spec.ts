import { describe, expect, it } from '@jest/globals';
import { randomCode } from './random-code.js';

describe('randomCode', () => {
  it('gives letters and digits of the asked length', () => {
    for (const length of [6, 7, 8]) expect(randomCode(length)).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`));
  });

  it('throws away the bytes that would favour some letters', () => {
    const batches = [Uint8Array.of(255, 248, 0), Uint8Array.of(61, 62, 247)];
    expect(randomCode(4, () => batches.shift() ?? new Uint8Array())).toBe('A9A9');
  });

  it('uses the whole alphabet evenly', () => {
    const counts = new Map<string, number>();
    for (const letter of randomCode(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1,000 expected of each, standard deviation 31: seven of them is beyond chance.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(220);
  });
});
