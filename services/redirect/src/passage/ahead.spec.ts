import { expect, it } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import { route } from '../route/fake-route.js';
import { aheadOf } from './ahead.js';

const destination = 'https://example.com/';
const depends = (more: Partial<Route>, isOver = false) =>
  aheadOf({ outcome: 'redirect', route: route(more), destination, rule: 'default', isOver }, '').depends;

it.each<[string, Partial<Route>]>([
  ['rules', { rules: [{ url: destination, any_of: [{ all_of: [{ kind: 'language', values: ['vi'] }] }] }] }],
  ['countries', { location_targeting: { VN: destination } }],
  ['systems', { system_targeting: { ios: destination } }],
  ['devices', { device_targeting: { mobile: destination } }],
])('where a link leads depends on its %s, unless it is over', (_what, more) => {
  expect([depends(more), depends(more, true), depends({})]).toEqual([true, false, false]);
});
