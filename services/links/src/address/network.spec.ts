import { describe, expect, it } from '@jest/globals';
import { networksOf } from './network.js';

describe('networksOf', () => {
  it('counts IPv6 on its /56 as well, for a few guests', () => {
    expect(networksOf('2001:db8:1:12ff::1')).toEqual([
      { name: '2001:db8:1:12ff::/64', share: 1 },
      { name: '2001:db8:1:1200::/56', share: 4 },
    ]);
    expect(networksOf('2001:db8:1:1200::1')[1]).toEqual(networksOf('2001:db8:1:12ff::1')[1]);
    expect(networksOf('2001:db8:1:1300::1')[1]).not.toEqual(networksOf('2001:db8:1:12ff::1')[1]);
    expect(networksOf('203.0.113.7')).toEqual([{ name: '203.0.113.7', share: 1 }]);
    expect(networksOf('not an address')).toEqual([{ name: 'unknown', share: 1 }]);
    expect(networksOf('::1')).toEqual([]);
  });
});
