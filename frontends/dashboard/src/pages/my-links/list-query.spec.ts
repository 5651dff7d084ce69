import { expect, it } from '@jest/globals';
import { aCampaign } from '../fixtures';
import { createdBetween, isFiltered, tagsIn, wantedOf } from './list-query';

const query = {
  page: 1,
  search: '',
  sort: 'newest',
  cursor: '',
  status: 'all',
  tags: '',
  campaign: '',
  from: '',
  to: '',
} as const;
const start = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString();

it.each([
  [{ created: 'any' }, {}],
  [{ created: 'today' }, { created_from: start(2026, 3, 1) }],
  [{ created: '7d' }, { created_from: start(2026, 2, 23) }],
  [{ created: '30d' }, { created_from: start(2026, 1, 31) }],
  [{ created: '90d' }, { created_from: start(2025, 12, 2) }],
  [{ created: 'custom' }, {}],
  [{ created: 'custom', from: '2026-02-27' }, { created_from: start(2026, 2, 27) }],
  // The last day is included.
  [{ created: 'custom', to: '2026-02-28' }, { created_to: start(2026, 3, 1) }],
] as const)('links %j were made between %j', (given, between) => {
  const asked = { ...query, ...given };
  expect(createdBetween(asked, '2026-03-01')).toEqual(between);
  expect(isFiltered(asked)).toBe(Object.keys(between).length > 0);
});

it.each([
  ['', []],
  ['a,b', ['a', 'b']],
  [' a , ,A,b ', ['a', 'b']],
  [`${'x'.repeat(51)},b,\u0007`, ['b']],
  [Array.from({ length: 12 }, (_, n) => n).join(), Array.from({ length: 10 }, (_, n) => `${n}`)],
])('of the tags "%s" the API is asked for %j', (text, tags) => expect(tagsIn(text)).toEqual(tags));

it('links of a campaign are asked for by its id', () => {
  const asked = { ...query, created: 'any', campaign: aCampaign(1).id } as const;
  expect(wantedOf(asked)).toEqual({ page: 1, limit: 10, sort: 'newest', campaign_id: aCampaign(1).id });
  expect(isFiltered(asked)).toBe(true);
});
