import { expect, it } from '@jest/globals';
import { conditionKinds } from '@linkway/contracts/rules';
import { conditionOf, emptyCondition, emptyRule, nameInRules, ruleRowsOf, rulesSent } from './rule-rows';

const url = 'https://example.com';
const zone = { time_zone: 'Asia/Ho_Chi_Minh' };
const conditions = [
  { kind: 'language', values: ['vi'], is_not: true },
  { kind: 'country', values: ['VN'] },
  { kind: 'city', values: ['Hanoi'] },
  { kind: 'device', values: ['mobile'] },
  { kind: 'system', values: ['ios'] },
  { kind: 'browser', values: ['chrome'] },
  { kind: 'time_of_day', from: '09:00', to: '17:30', ...zone },
  { kind: 'weekday', values: ['monday'], ...zone },
  { kind: 'date', from: '2026-01-01T00:00:00.000Z' },
  { kind: 'query', name: 'ref', op: 'is', value: 'mail' },
  { kind: 'query', name: 'ref', op: 'present' },
  { kind: 'referrer', none: true },
  { kind: 'referrer', values: ['example.com'] },
  { kind: 'visit_number', at_least: 1, at_most: 1_000 },
  { kind: 'ip', values: ['192.0.2.0/24'] },
];

it('rules are sent as they were read, of every kind', () => {
  const rules = [{ name: 'All', url, any_of: [{ all_of: conditions.slice(0, 8) }, { all_of: conditions.slice(8) }] }];
  expect(rulesSent(ruleRowsOf(rules))).toEqual(rules);
  expect(new Set(conditions.map(({ kind }) => kind))).toEqual(new Set(conditionKinds));
  expect([ruleRowsOf(), rulesSent([])]).toEqual([[], []]);
});

it('an incomplete rule is sent for what it is, and nothing of another kind with it', () => {
  expect(rulesSent([{ ...emptyRule, url: ` ${url} ` }])).toEqual([
    { url, any_of: [{ all_of: [{ kind: 'language', values: [] }] }] },
  ]);
  const looked = { ...emptyCondition, values: ['vi'], kind: 'visit_number', at_least: '1.000', at_most: 'many' };
  expect(conditionOf(looked)).toEqual({ kind: 'visit_number', at_least: 1_000, at_most: 0 });
});

it('what is wrong with a time is said at its field', () => {
  const rows = ruleRowsOf([{ url, any_of: [{ all_of: conditions.filter(({ kind }) => /date|time/.test(kind)) }] }]);
  expect(nameInRules('rules.0.any_of.0.all_of.0.from', rows)).toBe('rules.0.any_of.0.all_of.0.from');
  expect(nameInRules('rules.0.any_of.0.all_of.1.from', rows)).toBe('rules.0.any_of.0.all_of.1.since');
  expect(nameInRules('rules.0.url', rows)).toBe('rules.0.url');
});
