import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type AppLogger, Metrics } from '@linkway/platform';
import { ClickAlarm } from './click-alarm.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('tells every lost click, each once, and not each on its own', async () => {
  const told: unknown[] = [];
  const logger = { error: (_message: string, fields: unknown) => told.push(fields) };
  const metrics = new Metrics('redirect');
  const alarm = new ClickAlarm(metrics, logger as unknown as AppLogger);
  alarm.raise(1, 'full');
  alarm.raise(2, 'full');
  alarm.raise(4, 'damaged');
  expect(told).toEqual([{ clicks: 1, reason: '1: full' }]);
  jest.advanceTimersByTime(10_000);
  expect(told.slice(1)).toEqual([{ clicks: 6, reason: '2: full; 4: damaged' }]);
  expect(await metrics.registry.metrics()).toContain('redirect_clicks_lost_total{service="redirect"} 7');
});

it('throws nothing when the log of the service cannot be written either', async () => {
  const fail = () => {
    throw new Error('ENOSPC');
  };
  const metrics = new Metrics('redirect');
  const alarm = new ClickAlarm(metrics, { error: fail, warn: fail } as unknown as AppLogger);
  alarm.raise(3, 'full');
  alarm.trouble('a cut cannot be kept', new Error('ENOSPC'));
  alarm.raise(3, 'full');
  alarm.tell();
  expect(await metrics.registry.metrics()).toContain('redirect_clicks_lost_total{service="redirect"} 6');
});
