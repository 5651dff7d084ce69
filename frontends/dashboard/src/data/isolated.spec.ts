import { expect, it } from '@jest/globals';
import { isolated } from './isolated';

it('closes what it opens, and lets a text close nothing', () => {
  expect(isolated('مبيعات')).toBe('\u2068مبيعات\u2069');
  expect(isolated('Sale\u2069 \u202egnp.exe')).toBe('\u2068Sale gnp.exe\u2069');
});
