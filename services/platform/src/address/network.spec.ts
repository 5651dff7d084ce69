import { describe, expect, it } from '@jest/globals';
import { LOOPBACK, networkOf, UNKNOWN } from './network.js';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['10.0.0.5', '10.0.0.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::ffff]', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::1.2.3.4', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
  ])('%s is %s', (ip, network) => expect(networkOf(ip)).toBe(network));

  it.each([
    ['203.0.113.7', { v4: 24 }, '203.0.113.0/24'],
    ['203.0.113.7', { v4: 20 }, '203.0.112.0/20'],
    ['::ffff:203.0.113.7', { v4: 24, v6: 56 }, '203.0.113.0/24'],
    ['2001:db8:1:2fff::1', { v6: 56 }, '2001:db8:1:2f00::/56'],
    ['2001:db8:1:2::1', { v6: 48 }, '2001:db8:1:0::/48'],
    ['2001:db8:1:2:3:4:5:6', { v6: 128 }, '2001:db8:1:2:3:4:5:6/128'],
    ['2001:db8:1:2:3::', { v6: 80 }, '2001:db8:1:2:3::/80'],
  ])('%s cut to %j is %s', (ip, prefixes, network) => expect(networkOf(ip, prefixes)).toBe(network));

  it.each(['127.0.0.1', '127.8.8.8', '::1', '[::1]', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
    '%s is this machine',
    (ip) => expect(networkOf(ip)).toBe(LOOPBACK),
  );

  it.each(['', 'unknown', 'not an address', '203.0.113.7:1234', '203.0.113', '256.1.1.1', '[203.0.113.7', '1::2::3'])(
    '%j is unknown, and counts as one network',
    (ip) => expect(networkOf(ip)).toBe(UNKNOWN),
  );
});
