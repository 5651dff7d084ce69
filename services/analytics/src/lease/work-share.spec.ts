import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { NatsService } from '@linkway/platform';
import { WorkShare } from './work-share.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** One other process says that it lives. */
const streams = {
  add: async () => undefined,
  info: async () => ({ state: { subjects: { other: 1 } } }),
  deleteMessage: async () => undefined,
};
const nats = { manager: async () => ({ streams }), jetstream: { publish: async () => ({ seq: 1 }) } };

it.each([1, -1])('work is left to others for ten seconds, though the clock is set by %s h', async (hours) => {
  const share = new WorkShare(nats as unknown as NatsService, 'here', 1);
  await share.announce(4);
  expect(share.mayTake('clicks-0')).toBe(true);
  share.holdBack();
  jest.setSystemTime(Date.now() + hours * 3_600_000);
  expect(share.mayTake('clicks-0')).toBe(false);
  jest.advanceTimersByTime(10_000);
  expect(share.mayTake('clicks-0')).toBe(true);
});
