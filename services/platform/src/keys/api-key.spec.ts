import { describe, expect, it } from '@jest/globals';
import { isApiKey, newApiKey } from './api-key.js';
import { keyDigest } from './digest.js';

describe('an API key', () => {
  it('is made of its prefix, 30 random characters and 6 of a checksum, and never the same', () => {
    const keys = Array.from({ length: 1_000 }, () => newApiKey());
    for (const key of keys) expect(key).toMatch(/^lw_live_[0-9A-Za-z]{36}$/);
    expect(new Set(keys).size).toBe(1_000);
    // Each sign at each place: 62 signs, 1,000 keys.
    for (let place = 8; place < 38; place += 1) expect(new Set(keys.map((key) => key[place])).size).toBeGreaterThan(50);
    expect(keys.every(isApiKey)).toBe(true);
  });

  it('is not what was mistyped, cut off, made up or surrounded by something', () => {
    const key = newApiKey();
    const other = (sign: string | undefined) => (sign === 'a' ? 'b' : 'a');
    for (let place = 8; place < key.length; place += 1) {
      expect(isApiKey(key.slice(0, place) + other(key[place]) + key.slice(place + 1))).toBe(false);
    }
    const wrong = [
      '',
      'lw_live_',
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.replace('live', 'test'),
      'a'.repeat(44),
    ];
    for (const text of wrong) expect(isApiKey(text)).toBe(false);
  });

  it('keeps its checksum from release to release', () => {
    expect(isApiKey('lw_live_Linkway0Linkway0Linkway0Linkwa3m5vyQ')).toBe(true);
    expect(isApiKey('lw_live_Linkway0Linkway0Linkway0Linkwa3m5vyR')).toBe(false);
  });

  it('is kept as its SHA-256', () => {
    expect(keyDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
