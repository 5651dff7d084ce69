import { expect, it } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import fc from 'fast-check';
import { route as aRoute } from '../route/fake-route.js';
import { Facts } from '../rule/facts.js';
import { decide, type Question } from './decision.js';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const TIMES = [null, '2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'];
const at = (place: string) => `https://${place}.example.com/`;
const some = <T>(...values: T[]) => fc.constantFrom(...values);
const targetsOf = (...names: string[]) =>
  fc.subarray(names).map((chosen) => Object.fromEntries(chosen.map((name) => [name, at(name.toLowerCase())])));

/** What a rule asks for is in `rule.property.spec.ts`; here it is one thing. */
const ruleOf = (country: string) => ({
  url: at(`rule-${country.toLowerCase()}`),
  any_of: [{ all_of: [{ kind: 'country', values: [country] }] }],
});

const test = { url_b: at('b'), percent_b: 50, sticky: false, goal_link_id: null, since: '2026-01-01T00:00:00.000Z' };

const routes = fc
  .record({
    host: some('go.test', 'other.test', '*'),
    is_quarantined: some(undefined, true),
    is_active: fc.boolean(),
    expires_at: some(...TIMES),
    starts_at: some(...TIMES),
    max_clicks: some(null, 3),
    password_hash: some(null, 'x'),
    fallback_url: some(null, at('over')),
    device_targeting: fc.option(targetsOf('mobile', 'tablet', 'desktop')),
    system_targeting: fc.option(targetsOf('ios', 'android'), { nil: undefined }),
    location_targeting: fc.option(targetsOf('VN', 'US', 'other'), { nil: undefined }),
    ab_test: fc.option(fc.constant(test), { nil: undefined }),
    rules: fc.option(fc.array(some('VN', 'US', 'DE').map(ruleOf), { maxLength: 3 }), { nil: undefined }),
  })
  .map((fields): Route => aRoute({ original_url: at('default'), ...fields }));
const questions = fc.record({
  route: routes,
  country: some('', 'VN', 'US', 'DE'),
  device: some('mobile', 'tablet', 'desktop'),
  system: some(null, 'ios', 'android'),
  variant: some(null, 'a', 'b'),
  usedUp: fc.boolean(),
  unlocked: fc.boolean(),
  isShut: fc.boolean(),
});
type Asked = typeof questions extends fc.Arbitrary<infer Q> ? Q : never;

const factsOf = (country: string) =>
  new Facts({ now: NOW, userAgent: '', acceptLanguage: '', referer: '', ip: '', query: '', country }, null);

/** Every rule of the product in its order, whether it holds, and what it leads to. The first that holds decides. */
function rulesOf({
  route,
  country,
  device,
  system,
  variant,
  usedUp,
  unlocked,
  isShut,
}: Asked): [boolean | undefined, unknown][] {
  const locations = route.location_targeting ?? {};
  const devices = (route.device_targeting ?? {}) as Record<string, string>;
  const systems = route.system_targeting ?? {};
  const isHere = route.host !== 'other.test';
  const isEnded = route.expires_at === TIMES[1];
  const isSpent = route.max_clicks !== null && usedUp;
  const to = (destination: string, rule: string) => ({ outcome: 'redirect', destination, rule });
  const isKnown = country !== '';
  return [
    [route.is_quarantined, { outcome: 'quarantined' }],
    [isShut || !route.is_active, { outcome: 'paused' }],
    [(isEnded || isSpent) && isHere && route.fallback_url !== null, to(at('over'), 'fallback')],
    [isEnded, { outcome: 'expired' }],
    [isSpent, { outcome: 'used_up' }],
    [!isHere, { outcome: 'wrong_domain' }],
    [route.password_hash !== null && !unlocked, { outcome: 'password' }],
    [route.starts_at === TIMES[2], { outcome: 'scheduled' }],
    ...(route.rules ?? []).map(({ url, any_of }, index): [boolean, unknown] => [
      any_of[0]?.all_of[0]?.values?.[0] === country,
      to(url, `rule:${index + 1}`),
    ]),
    [country in locations, to(at(country.toLowerCase()), `country:${country}`)],
    [isKnown && 'other' in locations, to(at('other'), 'country:other')],
    [system !== null && system in systems, to(at(String(system)), `device:${system}`)],
    [device in devices, to(at(device), `device:${device}`)],
    [Boolean(route.ab_test) && variant === 'a', to(at('default'), 'ab:a')],
    [Boolean(route.ab_test) && variant === 'b', to(at('b'), 'ab:b')],
    [true, to(at('default'), 'default')],
  ];
}

it('is the first rule that holds, in the order of the product', () => {
  fc.assert(
    fc.property(questions, (asked) => {
      const question: Question = {
        ...asked,
        host: 'go.test',
        now: NOW,
        facts: factsOf(asked.country),
        device: () => asked.device as 'mobile',
        system: () => asked.system as 'ios' | null,
        variant: () => asked.variant as 'a' | 'b' | null,
      };
      const [, expected] = rulesOf(asked).find(([holds]) => holds) ?? [];
      expect(decide(question)).toMatchObject(expected as object);
    }),
    { numRuns: 5_000 },
  );
});
