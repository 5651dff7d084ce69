import { expect, it } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import { route } from '../route/fake-route.js';
import { aheadOf } from './ahead.js';

const destination = 'https://example.com/';
const nobody = () => null;
const depends = (more: Partial<Route>, isOver = false) =>
  aheadOf({ outcome: 'redirect', route: route(more), destination, rule: 'default', isOver }, '', nobody).depends;

it.each<[string, Partial<Route>]>([
  ['rules', { rules: [{ url: destination, any_of: [{ all_of: [{ kind: 'language', values: ['vi'] }] }] }] }],
  ['countries', { location_targeting: { VN: destination } }],
  ['systems', { system_targeting: { ios: destination } }],
  ['devices', { device_targeting: { mobile: destination } }],
  ['apps', { deep_links: { ios: 'shop://a' } }],
])('where a link leads depends on its %s, unless it is over', (_what, more) => {
  expect([depends(more), depends(more, true), depends({})]).toEqual([true, false, false]);
});

const both = [destination, 'https://b.example.com/'];
const ab_test = {
  url_b: 'https://b.example.com/',
  percent_b: 50,
  sticky: false,
  goal_link_id: null,
  since: '2026-01-01T00:00:00.000Z',
};
const leadsTo = (rule: string, percent_b: number, led = destination, isOver = false) =>
  aheadOf(
    {
      outcome: 'redirect',
      route: route({ original_url: destination, ab_test: { ...ab_test, percent_b } }),
      destination: led,
      rule,
      isOver,
    },
    '',
    nobody,
  ).destinations;

it.each(['default', 'ab:a', 'ab:b'])('where a test decides both are told, of whomever it is: %s', (rule) =>
  expect(leadsTo(rule, 50)).toEqual(both),
);

it('one is told where there is but one, and where something else leads', () => {
  const elsewhere = 'https://vn.example.com/';
  expect(leadsTo('ab:a', 0)).toEqual([destination]);
  expect(leadsTo('ab:b', 100, ab_test.url_b)).toEqual([ab_test.url_b]);
  expect(leadsTo('country:VN', 50, elsewhere)).toEqual([elsewhere]);
  expect(leadsTo('fallback', 50, elsewhere, true)).toEqual([elsewhere]);
});

it('what is opened as an app is told on its system, unless the link is over or protected', () => {
  const apps = route({ deep_links: { ios: 'shop://a' } });
  const app = (isOver: boolean, system: 'ios' | 'android') =>
    aheadOf({ outcome: 'redirect', route: apps, destination, rule: 'default', isOver }, '', () => system).app;
  expect([app(false, 'ios'), app(false, 'android'), app(true, 'ios')]).toEqual(['shop://a', null, null]);
  expect(aheadOf({ outcome: 'password', route: apps }, '', () => 'ios').app).toBeNull();
});
