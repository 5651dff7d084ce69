import { describe, expect, it } from '@jest/globals';
import { begun } from './ab-test.js';

const earlier = new Date('2026-01-01T00:00:00.000Z');
const now = new Date('2026-02-01T00:00:00.000Z');
const sent = { url_b: 'https://b.example/', percent_b: 30, sticky: true, goal_link_id: null };
const goal_link_id = '01a1f88e-6347-7143-9bcb-d4953ea7ddd5';
const before = { original_url: 'https://a.example/', ab_test: { ...sent, since: earlier.toISOString() } };
const sinceOf = (change: object, original_url = before.original_url) =>
  begun({ original_url, ab_test: { ...sent, ...change } }, before, now)?.since;

describe('a test', () => {
  it('begins when a link gets it', () => {
    expect(begun({ original_url: 'https://a.example/', ab_test: sent }, null, now)).toEqual({
      ...sent,
      since: now.toISOString(),
    });
    expect(begun({ ...before, ab_test: sent }, { ...before, ab_test: null }, now)?.since).toBe(now.toISOString());
  });

  it.each([{ url_b: 'https://c.example/' }, { percent_b: 31 }, { sticky: false }])('begins anew with %j', (change) =>
    expect(sinceOf(change)).toBe(now.toISOString()),
  );

  it('begins anew with another destination', () => expect(sinceOf({}, 'https://c.example/')).toBe(now.toISOString()));

  it('goes on as it is, and with another goal', () => {
    expect(sinceOf({})).toBe(earlier.toISOString());
    expect(begun({ ...before, ab_test: { ...sent, goal_link_id } }, before, now)).toEqual({
      ...sent,
      goal_link_id,
      since: earlier.toISOString(),
    });
  });

  it('ends where it is taken off', () => expect(begun({ ...before, ab_test: null }, before, now)).toBeNull());
});
