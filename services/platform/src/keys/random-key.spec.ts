import { expect, it } from '@jest/globals';
import { randomKey } from './random-key.js';

it('makes keys of 32 bytes or of as many as asked for, never the same', () => {
  expect(Buffer.from(randomKey(), 'base64url')).toHaveLength(32);
  expect(Buffer.from(randomKey(18), 'base64url')).toHaveLength(18);
  expect(new Set(Array.from({ length: 1_000 }, () => randomKey())).size).toBe(1_000);
  expect(Array.from({ length: 100 }, () => randomKey()).join('')).toMatch(/^[\w-]+$/);
});
