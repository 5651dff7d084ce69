import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { BlockedAddresses } from './blocked-addresses.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

it('each falls off by itself when its time is over, and what has no end stays', () => {
  const blocked = new BlockedAddresses();
  const all = ['203.0.113.7', '198.51.100.9', '2001:db8::1'];
  const there = () => all.filter((ip) => blocked.has(ip));
  expect(there()).toEqual([]);
  blocked.set([
    { address: '203.0.113.7', expires_at: inMs(60_000) },
    { address: '198.51.100.0/24', expires_at: inMs(90_000) },
    { address: '2001:db8::1', expires_at: null },
  ]);
  expect(there()).toEqual(all);
  jest.advanceTimersByTime(60_000);
  expect(there()).toEqual(all.slice(1));
  jest.advanceTimersByTime(30_000);
  expect(there()).toEqual(all.slice(2));
  jest.advanceTimersByTime(10 ** 9);
  expect(there()).toEqual(all.slice(2));
});

it('one whose time is over is none, one that is far away is one for long, and the last list counts', () => {
  const blocked = new BlockedAddresses();
  blocked.set([{ address: '203.0.113.7', expires_at: inMs(-1) }]);
  expect(blocked.has('203.0.113.7')).toBe(false);
  blocked.set([{ address: '203.0.113.7', expires_at: inMs(100 * 86_400_000) }]);
  jest.advanceTimersByTime(90 * 86_400_000);
  expect(blocked.has('203.0.113.7')).toBe(true);
  jest.advanceTimersByTime(11 * 86_400_000);
  expect(blocked.has('203.0.113.7')).toBe(false);
  blocked.set([{ address: '203.0.113.7', expires_at: null }]);
  blocked.set([]);
  expect(blocked.has('203.0.113.7')).toBe(false);
});
