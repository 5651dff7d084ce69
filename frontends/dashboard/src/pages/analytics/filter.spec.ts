import { expect, it } from '@jest/globals';
import { type Filter, filterOf, fits, rangeOf } from './filter';

const now = new Date('2026-11-20T10:25:00').getTime();
const usual: Filter = {
  link: null,
  period: '30d',
  from: '2026-11-01',
  to: '2026-11-10',
  interval: 'auto',
  kind: 'human',
};
const range = (change: Partial<Filter>) => {
  const { timezone: _, ...rest } = rangeOf({ ...usual, ...change }, now);
  return rest;
};

it('asks for whole days up to now', () => {
  expect(range({})).toEqual({ from: '2026-10-22', kind: 'human' });
  expect(range({ period: '7d', kind: 'bot' })).toEqual({ from: '2026-11-14', kind: 'bot' });
  expect(range({ kind: 'all' })).toEqual({ from: '2026-10-22', kind: 'all' });
});

it('asks for 24 whole hours up to now, the same for an hour', () => {
  expect(range({ period: '24h' })).toEqual({ from: new Date('2026-11-19T11:00:00').toISOString(), kind: 'human' });
});

it('ends a custom range after its last day, and leaves it open where that is today', () => {
  expect(range({ period: 'custom' })).toEqual({ from: '2026-11-01', to: '2026-11-11', kind: 'human' });
  expect(range({ period: 'custom', to: '2026-11-20' })).toEqual({ from: '2026-11-01', kind: 'human' });
});

it('counts by hour only where that can be shown', () => {
  expect(fits('hour', { ...usual, period: '90d' })).toBe(false);
  expect(filterOf(new URLSearchParams('period=90d&interval=hour')).interval).toBe('auto');
  expect(range({ period: '7d', interval: 'hour' })).toMatchObject({ interval: 'hour' });
});

it.each([
  ['', {}],
  ['period=never&interval=year&kind=cat&link=nonsense', {}],
  ['period=7d&kind=all', { period: '7d', kind: 'all' }],
  ['from=2026-13-45&to=yesterday', {}],
  ['period=custom&from=2026-02-30&to=2026-11-10', { period: 'custom', to: '2026-11-10' }],
  ['period=custom&from=2026-11-10&to=2026-11-01', { period: 'custom', from: '2026-11-10', to: '2026-11-10' }],
  ['period=custom&from=2027-01-01&to=2027-02-01', { period: 'custom', from: '2026-11-20', to: '2026-11-20' }],
])('takes %j for what it can show', (address, shown) => {
  const today = { ...usual, from: '2026-10-22', to: '2026-11-20' };
  expect(filterOf(new URLSearchParams(address), '2026-11-20')).toEqual({ ...today, ...shown });
});
