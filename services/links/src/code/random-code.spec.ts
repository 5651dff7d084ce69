import { describe, expect, it } from '@jest/globals';
import { randomCode } from './random-code.js';

describe('randomCode', () => {
  it('gives letters and digits of the asked length', () => {
    for (const length of [6, 7, 8]) expect(randomCode(length)).toMatch(new RegExp(`^[A-Za-z0-9]{${length}}$`));
  });

  it('throws away the bytes that would favour some letters', () => {
    const batches = [Uint8Array.of(255, 228, 0), Uint8Array.of(56, 57, 227)];
    expect(randomCode(4, () => batches.shift() ?? new Uint8Array())).toBe('A9A9');
  });

  it('has no letters that look alike on paper', () => {
    expect(randomCode(20_000)).not.toMatch(/[0O1Il]/);
  });

  it('uses the whole alphabet evenly', () => {
    const counts = new Map<string, number>();
    for (const letter of randomCode(57_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(57);
    // 1,000 expected of each, standard deviation 31: seven of them is beyond chance.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(220);
  });

  it('gives no byte of its stock twice', () => {
    const codes = Array.from({ length: 5_000 }, () => randomCode(8));
    expect(new Set(codes).size).toBe(codes.length);
  });
});
