import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type AppLogger, Metrics } from '@linkway/platform';
import { ClickAlarm } from './click-alarm.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('tells every lost click, each once, and not each on its own', async () => {
  const told: unknown[] = [];
  const logger = { error: (...line: unknown[]) => told.push(line) };
  const metrics = new Metrics('redirect');
  const alarm = new ClickAlarm(metrics, logger as unknown as AppLogger);
  alarm.raise(1, 'full');
  alarm.raise(2, 'full');
  alarm.raise(4, 'damaged');
  alarm.setAside(5, 'too large');
  expect(told).toEqual([
    ['ALARM: clicks are lost', { clicks: 1, reason: '1: full' }],
    ['ALARM: clicks are set aside', { clicks: 5, reason: '5: too large' }],
  ]);
  jest.advanceTimersByTime(10_000);
  expect(told.slice(2)).toEqual([['ALARM: clicks are lost', { clicks: 6, reason: '2: full; 4: damaged' }]]);
  expect(await metrics.registry.metrics()).toContain('redirect_clicks_set_aside_total{service="redirect"} 5');
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
