import { expect, it } from '@jest/globals';
import { checksOf, readinessControllers } from './readiness.controller.js';

it('tells of a report what fails first, then what only warns, then the rest by name', () => {
  const report = {
    ready: false,
    checks: { postgres: 'ok', nats: 'away', clickhouse: 'ok' },
    warnings: { disk: '83 % full' },
  };
  expect(checksOf(report)).toEqual([
    { name: 'nats', state: 'failed', message: 'away' },
    { name: 'disk', state: 'warning', message: '83 % full' },
    { name: 'clickhouse', state: 'ok', message: null },
    { name: 'postgres', state: 'ok', message: null },
  ]);
});

it('is answered by each service that is reached by NATS, and by no other', () => {
  expect(readinessControllers('links')).toHaveLength(1);
  expect(readinessControllers('gateway')).toEqual([]);
  expect(readinessControllers('constructor')).toEqual([]);
});
