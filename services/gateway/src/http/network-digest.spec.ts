import { expect, it } from '@jest/globals';
import { networkDigests } from './network-digest.js';

it('is one for a network, another for each other one, and of another secret another', () => {
  const digest = networkDigests('a secret');
  expect(digest('203.0.113.7')).toMatch(/^[A-Za-z0-9_-]{16}$/);
  expect(digest('203.0.113.7')).toBe(digest('203.0.113.7'));
  expect(digest('2001:db8:1:2::1')).toBe(digest('2001:db8:1:2:ffff::9'));
  const all = ['203.0.113.7', '203.0.113.8', '2001:db8:1:2::1', '2001:db8:1:3::1'];
  expect(new Set(all.map(digest)).size).toBe(4);
  expect(networkDigests('a secret')('203.0.113.7')).toBe(digest('203.0.113.7'));
  expect(networkDigests('another')('203.0.113.7')).not.toBe(digest('203.0.113.7'));
});
