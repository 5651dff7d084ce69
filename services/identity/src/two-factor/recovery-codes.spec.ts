import { describe, expect, it } from '@jest/globals';
import { recoveryCodeOf } from '@linkway/contracts';
import { digestOf, isSameDigest, newRecoveryCodes } from './recovery-codes.js';

describe('recovery codes', () => {
  it('are ten that differ, in the form that is taken', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
      expect(recoveryCodeOf(code.toUpperCase().replace('-', ' '))).toBe(code);
    }
  });

  it('use every sign, so that each has its five bits', () => {
    const signs = new Set(Array.from({ length: 100 }, newRecoveryCodes).flat().join('').replaceAll('-', ''));
    expect(signs.size).toBe(32);
  });

  it('are compared by digests, which show nothing of them', () => {
    const [one = '', other = ''] = newRecoveryCodes();
    expect(isSameDigest(digestOf(one), digestOf(one))).toBe(true);
    expect(isSameDigest(digestOf(one), digestOf(other))).toBe(false);
    // What could not be opened is none.
    expect(isSameDigest('', digestOf(one))).toBe(false);
    expect(digestOf(one)).not.toContain(one);
  });
});
