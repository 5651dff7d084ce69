import { expect, it } from '@jest/globals';
import { isPremium } from './plan.js';

it.each([
  ['basic', null, false],
  ['premium', null, true],
  ['premium', 1_001, true],
  ['premium', 1_000, false],
  ['basic', 1_001, false],
] as const)('a plan %s that ends at %p is premium at 1000: %p', (subscription_type, end, premium) => {
  const subscription_end_date = end === null ? null : new Date(end);
  expect(isPremium({ subscription_type, subscription_end_date }, 1_000)).toBe(premium);
});
