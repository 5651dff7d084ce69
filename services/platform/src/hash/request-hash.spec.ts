import { describe, expect, it } from '@jest/globals';
import { requestHash } from './request-hash.js';

describe('requestHash', () => {
  it('is the same whatever order the fields came in', () => {
    const one = {
      url: 'https://a.example',
      device_targeting: { mobile: 'https://m', tablet: 'https://t' },
      gone: undefined,
    };
    const two = { device_targeting: { tablet: 'https://t', mobile: 'https://m' }, url: 'https://a.example' };
    expect(requestHash(one)).toBe(requestHash(two));
  });

  it.each([
    [{ url: 'a' }, { url: 'b' }],
    [{ max_clicks: 1 }, { max_clicks: '1' }],
    [{ expires_at: null }, {}],
    [{ list: ['a', 'b'] }, { list: ['b', 'a'] }],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
  ])('tells %j from %j', (one, two) => expect(requestHash(one)).not.toBe(requestHash(two)));
});
