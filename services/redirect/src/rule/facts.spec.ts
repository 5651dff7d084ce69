import { describe, expect, it } from '@jest/globals';
import type { LinkRule } from '@linkway/contracts';
import { acceptedIn } from './accepted-languages.js';
import { Facts, type Given } from './facts.js';
import { zoneOf } from './local-time.js';
import { nameOfRule, rulesOf } from './rules.js';

const of = (given: Partial<Given>) =>
  new Facts({ now: 0, userAgent: '', acceptLanguage: '', referer: '', ip: '', query: '', country: '', ...given }, null);
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/137.0 Safari/537.36`, 'windows', 'chrome', 'desktop'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/137.0 Safari/537.36 Edg/137.0`,
    'windows',
    'edge',
    'desktop',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0', 'linux', 'firefox', 'desktop'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/137.0 Safari/537.36`, 'chromeos', 'chrome', 'desktop'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'macos',
    'safari',
    'desktop',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'ios',
    'safari',
    'mobile',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/137.0 Mobile Safari/537.36`, 'android', 'chrome', 'mobile'],
  ['curl/8.5.0', '', 'other', 'desktop'],
])('reads %s', (userAgent, system, browser, device) => {
  const facts = of({ userAgent });
  expect([facts.system, facts.browser, facts.device]).toEqual([system, browser, device]);
});

it.each([
  ['', []],
  ['*', []],
  ['vi-VN,vi;q=0.9,en;q=0.8', ['vi-vn']],
  ['en;q=0.5, FR;q=0.7', ['fr']],
  ['vi, en', ['vi', 'en']],
  ['en;q=0', []],
  ['en;q=2, de;q=0.1', ['de']],
  ['<script>, de', ['de']],
])('the languages of %j are %j', (header, tags) => expect(acceptedIn(header)).toEqual(tags));

it('knows what a clock shows on both sides of a change of the clocks', () => {
  const at = (time: string) => zoneOf('America/New_York').at(Date.parse(time));
  expect(at('2026-03-08T06:59:59Z')).toEqual({ day: 0, minutes: 119 });
  expect(at('2026-03-08T07:00:00Z')).toEqual({ day: 0, minutes: 180 });
  expect(zoneOf('asia/ho_chi_minh').at(Date.parse('2026-03-08T17:00:00Z'))).toEqual({ day: 1, minutes: 0 });
  expect(zoneOf('UTC').at(-1)).toEqual({ day: 3, minutes: 1439 });
});

it('a rule that this release cannot read holds for nobody, nor does its opposite, and the next is asked', () => {
  const rules = (condition: Record<string, unknown>): LinkRule[] =>
    [condition, { kind: 'referrer', none: true }].map((each) => ({
      url: 'https://example.com/',
      any_of: [{ all_of: [each as { kind: string }] }],
    }));
  for (const unread of [
    { kind: 'mood', is_not: true },
    { kind: 'toString' },
    { kind: 'weekday', values: [], time_zone: 'Mars/Olympus', is_not: true },
    { kind: 'query', name: 'a', op: 'resembles', is_not: true },
    { kind: 'ip', values: ['everywhere'], is_not: true },
  ])
    expect(rulesOf(rules(unread)).find(of({ ip: '192.0.2.1', query: 'a=1' }))?.rule).toBe('rule:2');
  expect(rulesOf([{ url: 'https://example.com/', any_of: [{ all_of: [] }] }]).find(of({}))).toBeNull();
});

it('is worked out once for a route', () => {
  const rules: LinkRule[] = [{ name: 'Mondays', url: 'https://example.com/', any_of: [] }];
  expect(rulesOf(rules)).toBe(rulesOf(rules));
  expect([nameOfRule('rule:1', rules), nameOfRule('rule:2', rules), nameOfRule('default', rules)]).toEqual([
    'Mondays',
    undefined,
    undefined,
  ]);
});

describe('what a visitor sends', () => {
  const all = (condition: Record<string, unknown>, count: number): LinkRule[] => [
    {
      url: 'https://example.com/',
      any_of: [{ all_of: Array.from({ length: count }, () => condition as { kind: string }) }],
    },
  ];

  it('does not decide how long many conditions take', () => {
    const agent = (n: number) => `Mozilla/5.0 (X11; Linux x86_64; rv:${n}.0) Gecko/20100101 Firefox/${n}.0`;
    const devices = rulesOf(all({ kind: 'device', values: ['desktop'] }, 300));
    const queries = rulesOf(all({ kind: 'query', name: 'a', op: 'contains', value: 'b', is_not: true }, 300));
    const began = performance.now();
    for (let visit = 0; visit < 50; visit += 1) {
      expect(devices.find(of({ userAgent: agent(visit) }))?.rule).toBe('rule:1');
      expect(queries.find(of({ query: 'a&'.repeat(20_000) }))?.rule).toBe('rule:1');
    }
    // 2.9 s, on the machine where it was seen.
    expect(performance.now() - began).toBeLessThan(700);
  });

  it('is read as far as its bounds, and each value of a parameter counts', () => {
    const values = (query: string) => of({ query }).valuesOf('a');
    expect(values('a=1&b=2&a=3&a')).toEqual(['1', '3', '']);
    expect(values(`b=${'x'.repeat(2_100)}&a=1`)).toEqual([]);
    expect(values('a=1&'.repeat(50))).toHaveLength(10);
  });
});
