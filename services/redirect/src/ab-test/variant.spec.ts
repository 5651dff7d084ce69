import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { variantCookie, variantIn, variantOf } from './variant.js';

const link = '0197a000-0000-7000-8000-000000000001';
const test = {
  url_b: 'https://b.example/',
  percent_b: 50,
  sticky: true,
  goal_link_id: null,
  since: '2026-01-01T00:00:00.000Z',
};
const crowd = Array.from({ length: 1_000 }, (_, at) => ({ ip: `192.0.${at >> 8}.${at & 255}`, userAgent: 'A phone' }));
const withB = (percent: number, linkId = link) => crowd.filter((one) => variantOf(linkId, percent, one) === 'b').length;

describe('who is with which variant', () => {
  it('is as the split has it', () => {
    expect([withB(0), withB(100)]).toEqual([0, 1_000]);
    // Within four standard deviations of what chance alone does to 1,000 people.
    for (const percent of [1, 10, 50, 90, 99]) {
      const deviation = Math.sqrt((percent * (100 - percent)) / 10);
      expect(Math.abs(withB(percent) - percent * 10)).toBeLessThanOrEqual(4 * deviation);
    }
  });

  it('is the same on every visit, and another draw for each link, address and browser', () => {
    const drawn = (linkId: string, userAgent: string) =>
      crowd.map((one) => variantOf(linkId, 50, { ...one, userAgent })).join('');
    expect(drawn(link, 'x')).toBe(drawn(link, 'x'));
    expect(new Set([drawn(link, 'x'), drawn(link, 'y'), drawn(`${link}2`, 'x')]).size).toBe(3);
  });

  it('is never taken from B by a larger split', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), fc.nat(100), fc.nat(100), (ip, userAgent, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const visitor = { ip, userAgent };
        const drawn = [less, more].map((percent) => variantOf(link, percent, visitor));
        expect(drawn).not.toEqual(['b', 'a']);
      }),
    );
  });

  // SHA-256 of link, address and browser, worked out elsewhere. Another way to draw would lead people to another variant.
  it('is drawn as it was by every release', () => {
    expect(
      crowd
        .slice(0, 16)
        .map((one) => variantOf(link, 50, one))
        .join(''),
    ).toBe('aaaabbaaabbababb');
  });
});

describe('the cookie', () => {
  const cookieOf = (variant: 'a' | 'b', of = test) => variantCookie(variant, { code: 'abc', test: of }, true);

  it('is of the link alone and says no more than the variant of the test', () => {
    expect(cookieOf('b')).toBe('linkway_ab=b.mjuohs00; Path=/abc; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure');
    expect(variantCookie('a', { code: 'abc', test }, false)).not.toContain('Secure');
  });

  it.each(['a', 'b'] as const)('is read back among others: %s', (variant) => {
    const [pair] = cookieOf(variant).split(';');
    expect(variantIn(`theme=dark; ${pair};x=1`, test)).toBe(variant);
    expect(variantIn(`${pair}`, { ...test, since: '2026-01-02T00:00:00.000Z' })).toBeNull();
    expect(variantIn(`x${pair}`, test)).toBeNull();
  });

  it.each(['', 'linkway_ab=', 'linkway_ab=b', 'linkway_ab=c.mjuohs00', 'linkway_ab=b.mjuohs00x'])(
    'is none in %j',
    (cookie) => expect(variantIn(cookie, test)).toBeNull(),
  );
});
