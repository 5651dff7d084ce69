import { expect, it } from '@jest/globals';
import type { LinkRule } from '@linkway/contracts';
import { conditionFault } from '@linkway/contracts';
import fc from 'fast-check';
import type { Condition } from './conditions.js';
import { Facts, type Given } from './facts.js';
import { rulesOf } from './rules.js';

const some = <T>(...values: T[]) => fc.constantFrom(...values);
const listOf = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 });
const ZONES = ['Asia/Ho_Chi_Minh', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'];
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const times = fc
  .tuple(fc.integer({ min: 0, max: 23 }), some(0, 1, 30, 59))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);

const kinds: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('language'), values: listOf('vi', 'en', 'en-GB', 'FR') }),
  fc.record({ kind: fc.constant('country'), values: listOf('VN', 'US', 'DE') }),
  fc.record({ kind: fc.constant('city'), values: listOf('Hanoi', 'Berlin') }),
  fc.record({ kind: fc.constant('device'), values: listOf('mobile', 'tablet', 'desktop') }),
  fc.record({ kind: fc.constant('system'), values: listOf('ios', 'windows', 'linux') }),
  fc.record({ kind: fc.constant('browser'), values: listOf('chrome', 'safari', 'other') }),
  fc.record({ kind: fc.constant('time_of_day'), from: times, to: times, time_zone: some(...ZONES) }),
  fc.record({ kind: fc.constant('weekday'), values: listOf(...DAYS), time_zone: some(...ZONES) }),
  fc.record({ kind: fc.constant('date'), from: some('2026-03-01T00:00:00+07:00', '2027-01-01T00:00:00Z') }),
  fc.record({ kind: fc.constant('date'), to: some('2026-03-08T06:30:00Z', '2027-06-01T00:00:00-05:00') }),
  fc.record({ kind: fc.constant('query'), name: some('a', 'b'), op: some('is', 'contains'), value: some('1', '12') }),
  fc.record({ kind: fc.constant('query'), name: some('a', 'b'), op: some('present', 'no_value') }),
  fc.record({ kind: fc.constant('referrer'), values: listOf('example.com', 'a.example.com', 'test.vn') }),
  fc.record({ kind: fc.constant('referrer'), none: fc.constant(true) }),
  fc.record({ kind: fc.constant('visit_number'), at_least: some(1, 3), at_most: some(3, 7) }),
  fc.record({ kind: fc.constant('ip'), values: listOf('192.0.2.7', '192.0.2.0/29', '198.51.100.0/24') }),
  fc.record({ kind: some('from_a_newer_release', 'constructor'), values: listOf('x') }),
);
const conditions = fc
  .tuple(kinds, some(undefined, false, true))
  .map(([condition, is_not]) => (is_not === undefined ? condition : { ...condition, is_not }));
const rules: fc.Arbitrary<LinkRule[]> = fc.array(
  fc.record({
    url: fc.nat(99).map((n) => `https://${n}.example.com/`),
    any_of: fc.array(fc.record({ all_of: fc.array(conditions, { minLength: 1, maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  { maxLength: 5 },
);
const visits = fc.record({
  now: fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2027-12-31T00:00:00Z') }),
  acceptLanguage: some(
    '',
    '*',
    'vi',
    'en-GB,en;q=0.9,vi;q=0.8',
    'fr;q=0.3, en-us ; q=0.5',
    'en;q=0,vi;q=0.1',
    'vi,fr-FR',
    'q',
  ),
  referer: some(
    '',
    'https://example.com/x',
    'http://a.Example.com:81',
    'https://notexample.com/',
    'https://test.vn',
    'no',
  ),
  ip: some('192.0.2.1', '192.0.2.7', '192.0.2.9', '198.51.100.200', '2001:db8::1', '::ffff:192.0.2.7'),
  query: some('', 'a=1', 'b=12&a', 'a=&b=2', 'A=1', 'a=1&a=12', 'b=%31'),
  country: some('', 'VN', 'US'),
  city: some('', 'Hanoi', 'Hue'),
  device: some('mobile' as const, 'tablet' as const, 'desktop' as const),
  system: some('' as const, 'ios' as const, 'linux' as const),
  browser: some('chrome' as const, 'other' as const),
  visitNumber: some(null, 1, 3, 8),
});
type Visit = typeof visits extends fc.Arbitrary<infer V> ? V : never;

// A second implementation, which takes its time: each condition is read anew for each visit, in the plainest way there is.

const localOf = (now: number, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(now).toLocaleString('en-US', { timeZone, ...options });

function bestLanguages(header: string): string[] {
  const all = header
    .split(',')
    .map((part) => part.toLowerCase().replaceAll(' ', ''))
    .filter((part) => /^[a-z]{2,}(-[a-z]+)?(;q=[\d.]+)?$/.test(part))
    .map((part) => ({ tag: part.replace(/;.*/, ''), quality: Number(/q=(.*)/.exec(part)?.[1] ?? 1) }));
  const top = Math.max(0, ...all.map(({ quality }) => quality));
  return top === 0 ? [] : all.filter(({ quality }) => quality === top).map(({ tag }) => tag);
}

const bitsOf = (ip: string): string =>
  ip
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');

function isInNetwork(ip: string, entry: string): boolean {
  const plain = ip.replace('::ffff:', '');
  const [base = '', length = '32'] = entry.split('/');
  return !plain.includes(':') && bitsOf(plain).slice(0, Number(length)) === bitsOf(base).slice(0, Number(length));
}

function pairsOf(query: string, name: string): string[] {
  const pairs = query.split('&').map((pair) => [...pair.split('='), '']);
  return pairs.filter(([key]) => key === name).map(([, value = '']) => decodeURIComponent(value));
}

/** null: not known. */
function slowly(condition: Condition, visit: Visit): boolean | null {
  const { kind, values = [], from = '', to = '', time_zone = '', name = '', op, value = '' } = condition;
  switch (kind) {
    case 'language':
      return values.some((wanted) =>
        bestLanguages(visit.acceptLanguage).some((tag) => `${tag}-`.startsWith(`${wanted.toLowerCase()}-`)),
      );
    case 'country':
      return visit.country ? values.includes(visit.country) : null;
    case 'city':
      return visit.city ? values.includes(visit.city) : null;
    case 'device':
      return values.includes(visit.device);
    case 'system':
      return values.includes(visit.system);
    case 'browser':
      return values.includes(visit.browser);
    case 'time_of_day': {
      const now = localOf(visit.now, time_zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
      return from < to ? from <= now && now < to : !(to <= now && now < from);
    }
    case 'weekday':
      return values.includes(localOf(visit.now, time_zone, { weekday: 'long' }).toLowerCase());
    case 'date':
      return (!from || visit.now >= +new Date(from)) && (!to || visit.now < +new Date(to));
    case 'query': {
      const given = pairsOf(visit.query, name);
      if (op === 'present') return given.length > 0;
      if (op === 'no_value') return given.includes('');
      return op === 'is' ? given.includes(value) : given.some((one) => one.indexOf(value) >= 0);
    }
    case 'referrer': {
      const host = /^https?:\/\/([^/:]*)/.exec(visit.referer.toLowerCase())?.[1] ?? '';
      if (condition.none) return host === '';
      return values.some((wanted) => `.${host}`.endsWith(`.${wanted}`));
    }
    case 'visit_number': {
      const { at_least = 0, at_most = 0 } = condition;
      return visit.visitNumber === null ? null : at_least <= visit.visitNumber && visit.visitNumber <= at_most;
    }
    case 'ip':
      return values.some((entry) => isInNetwork(visit.ip, entry));
    default:
      return null;
  }
}

function slowRule(all: readonly LinkRule[], visit: Visit): string | null {
  for (let index = 0; index < all.length; index += 1) {
    for (const { all_of } of all[index]?.any_of ?? []) {
      let missed = 0;
      for (const condition of all_of) {
        const held = slowly(condition, visit);
        if (held === null || held === Boolean(condition.is_not)) missed += 1;
      }
      if (missed === 0) return `rule:${index + 1}`;
    }
  }
  return null;
}

const factsOf = ({ visitNumber, device, system, browser, ...visit }: Visit) => {
  const given: Given = { ...visit, userAgent: '', said: { device, system, browser } };
  return new Facts(given, visitNumber);
};

it('is the rule that the second implementation finds', () => {
  fc.assert(
    fc.property(rules, fc.array(visits, { minLength: 1, maxLength: 4 }), (made, several) => {
      for (const visit of several) expect(rulesOf(made).find(factsOf(visit))?.rule ?? null).toBe(slowRule(made, visit));
    }),
    { numRuns: 5_000 },
  );
}, 60_000);

it('is made of conditions that links take, those of a newer release apart', () => {
  fc.assert(
    fc.property(kinds, (condition) => {
      const code = conditionFault(condition)?.code;
      if (condition.kind === 'time_of_day' && condition.from === condition.to)
        expect(code).toBe('links.rule_time_invalid');
      else if (['from_a_newer_release', 'constructor'].includes(condition.kind))
        expect(code).toBe('links.rule_kind_unknown');
      else expect(code).toBeUndefined();
    }),
  );
});
