import { expect, it } from '@jest/globals';
import { idempotencyKey } from './idempotency-key.js';

it('takes a key of up to 255 characters', () => {
  expect(idempotencyKey({ headers: {} })).toBeNull();
  expect(idempotencyKey({ headers: { 'idempotency-key': '' } })).toBeNull();
  expect(idempotencyKey({ headers: { 'idempotency-key': 'k'.repeat(255) } })).toHaveLength(255);
  expect(() => idempotencyKey({ headers: { 'idempotency-key': 'k'.repeat(256) } })).toThrow();
});
