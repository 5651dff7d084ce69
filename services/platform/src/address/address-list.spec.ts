import { describe, expect, it } from '@jest/globals';
import { AddressList } from './address-list.js';

describe('a list of addresses', () => {
  const list = new AddressList(['203.0.113.7', '198.51.100.0/24', '2001:db8::1', '2001:db8:1::/48']);

  it.each([
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '198.51.100.255',
    '2001:db8::1',
    '[2001:0db8:0::1]',
    '2001:db8:1:ffff::9',
    '2001:db8:1::9%eth0',
  ])('has %s', (ip) => expect(list.has(ip)).toBe(true));

  it.each(['203.0.113.8', '198.51.101.0', '2001:db8::2', '2001:db8:2::1', '', 'unknown', '203.0.113.7:80'])(
    'does not have %p',
    (ip) => expect(list.has(ip)).toBe(false),
  );

  it('has nothing without entries, and refuses what is no address', () => {
    expect(new AddressList([]).has('203.0.113.7')).toBe(false);
    expect(() => new AddressList(['example.com'])).toThrow('no address');
    expect(() => new AddressList(['203.0.113.0/33'])).toThrow();
  });
});
