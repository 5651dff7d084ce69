import { expect, it } from '@jest/globals';
import { aLink } from '../pages/fixtures';
import { changes, creation, duplicateOf, emptyValues, valuesOf, withTypedSince } from './values';

const url = 'https://example.com';
const goal_link_id = '01a1f8b9-0000-7000-8000-000000000002';
const since = '2026-11-01T00:00:00.000Z';
const test = { url_b: 'https://b.example.com', percent_b: 30, sticky: true, goal_link_id };
const link = aLink(1, { ab_test: { ...test, since } });
const typed = { on: true, url_b: ' https://b.example.com ', percent_b: '30', sticky: true, goal_link_id };

it('a test is sent while it is on, and nothing of it otherwise', () => {
  expect(creation({ ...emptyValues, url, ab_test: typed })).toEqual({ url, ab_test: test });
  expect(creation({ ...emptyValues, url, ab_test: { ...typed, on: false } })).toEqual({ url });
  expect(emptyValues.ab_test.percent_b).toBe('50');
});

it('a test is changed where it differs, and taken off where it is turned off', () => {
  const values = valuesOf(link);
  expect(values.ab_test).toEqual({ ...typed, url_b: test.url_b });
  const change = (more: object) => changes(link, { ...values, ab_test: { ...values.ab_test, ...more } }, false);
  expect(change({})).toEqual({});
  expect(change({ percent_b: '31' })).toEqual({ ab_test: { ...test, percent_b: 31 } });
  expect(change({ goal_link_id: null })).toEqual({ ab_test: { ...test, goal_link_id: null } });
  expect(change({ percent_b: 'x' })).toEqual({ ab_test: { ...test, percent_b: -1 } });
  expect(change({ on: false })).toEqual({ ab_test: null });
});

it('a link that is made after another has its test, and what is typed during a save stays', () => {
  expect(creation(duplicateOf(link)).ab_test).toEqual(test);
  const sent = valuesOf(link);
  const now = { ...sent, ab_test: { ...sent.ab_test, percent_b: '70' } };
  const saved = valuesOf(aLink(1, { ab_test: { ...test, sticky: false, since } }));
  expect(withTypedSince(sent, now, saved).ab_test).toEqual({
    ...typed,
    url_b: test.url_b,
    percent_b: '70',
    sticky: false,
  });
});
