import { describe, expect, it } from '@jest/globals';
import { networkOf, networksOf } from './network.js';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001::1', '2001:db8:1:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['10.0.0.5', '10.0.0.5'],
  ])('counts %s on %s', (ip, network) => expect(networkOf(ip)).toBe(network));

  it.each(['', 'unknown', '203.0.113.7:1234', '999.1.1.1', '203.0.113.7, 10.0.0.1'])(
    'takes what it cannot read for one network: %j',
    (ip) => expect(networkOf(ip)).toBe('unknown'),
  );

  it.each(['127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1'])('does not count %s', (ip) =>
    expect(networkOf(ip)).toBeNull(),
  );
});

describe('networksOf', () => {
  it('counts IPv6 on its /56 as well, for a few guests', () => {
    expect(networksOf('2001:db8:1:12ff::1')).toEqual([
      { name: '2001:db8:1:12ff::/64', share: 1 },
      { name: '2001:db8:1:1200::/56', share: 4 },
    ]);
    expect(networksOf('2001:db8:1:1200::1')[1]).toEqual(networksOf('2001:db8:1:12ff::1')[1]);
    expect(networksOf('2001:db8:1:1300::1')[1]).not.toEqual(networksOf('2001:db8:1:12ff::1')[1]);
    expect(networksOf('203.0.113.7')).toEqual([{ name: '203.0.113.7', share: 1 }]);
    expect(networksOf('::1')).toEqual([]);
  });
});
