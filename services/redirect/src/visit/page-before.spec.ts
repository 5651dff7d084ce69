import { expect, it } from '@jest/globals';
import type { Route } from '@linkway/contracts';
import { route } from '../route/fake-route.js';
import { hasPages, type Leading, pageFor } from './page-before.js';

const leading: Leading = {
  destination: 'https://example.com/',
  secure: true,
  host: 'go.test',
  system: () => null,
  refusesTracking: () => false,
};
const forPeople = (of: Partial<Route>, more: Partial<Leading> = {}) =>
  pageFor('human', route(of), { ...leading, ...more });

it.each([
  [{}, false],
  [{ countdown_seconds: null, is_cloaked: false, hide_referrer: true }, false],
  [{ countdown_seconds: 5 }, true],
  [{ custom_preview: { title: 'a' } }, true],
  [{ is_cloaked: true }, true],
  [{ deep_links: { ios: 'myapp://a' } }, true],
  [{ trackers: { facebook_pixel: '12345678' } }, true],
])('of %j: %s', (of, has) => expect(hasPages(route(of))).toBe(has));

it('people are framed the destination, and wait where they are not', () => {
  const both = { is_cloaked: true, countdown_seconds: 5, custom_preview: { title: 'a' } };
  expect(forPeople(both)).toBe('cloak');
  expect(forPeople({ ...both, is_cloaked: false })).toBe('countdown');
  expect(pageFor('preview', route(both), leading)).toBe('preview');
  for (const kind of ['bot', 'prefetch', 'scanner'] as const) expect(pageFor(kind, route(both), leading)).toBeNull();
});

it('nothing is framed that no browser would show there, nor the host itself', () => {
  const http = { destination: 'http://example.com/' };
  expect(forPeople({ is_cloaked: true }, http)).toBeNull();
  expect(forPeople({ is_cloaked: true }, { ...http, secure: false })).toBe('cloak');
  expect(forPeople({ is_cloaked: true }, { destination: 'https://[2001:db8::1]/' })).toBeNull();
  expect(forPeople({ is_cloaked: true }, { destination: 'https://go.test:8443/' })).toBeNull();
});

it('an app is opened on its own system alone, before all else that people are shown', () => {
  const link = { deep_links: { ios: 'myapp://a' }, is_cloaked: true, countdown_seconds: 5 };
  expect(forPeople(link, { system: () => 'ios' })).toBe('app');
  expect(forPeople(link, { system: () => 'android' })).toBe('cloak');
  expect(pageFor('bot', route(link), { ...leading, system: () => 'ios' })).toBeNull();
});

it('trackers have a page of their own where there is no other, and none for who asks not to be tracked', () => {
  const link = { trackers: { facebook_pixel: '12345678' } };
  expect(forPeople(link)).toBe('tracker');
  expect(forPeople(link, { refusesTracking: () => true })).toBeNull();
  expect(forPeople({ ...link, countdown_seconds: 5 })).toBe('countdown');
  expect(forPeople({ ...link, is_cloaked: true })).toBe('cloak');
  expect(pageFor('bot', route(link), leading)).toBeNull();
});
