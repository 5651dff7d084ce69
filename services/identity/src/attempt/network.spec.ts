import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network.js';

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
  ])('%j is %s', (ip, network) => expect(networkOf(ip)).toBe(network));

  it.each(['127.0.0.1', '127.8.8.8', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])('%s is this machine', (ip) =>
    expect(networkOf(ip)).toBeNull(),
  );
});
