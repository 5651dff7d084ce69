import { describe, expect, it } from '@jest/globals';
import { hextets, mappedIpv4 } from './ip-address.js';

describe('hextets', () => {
  it.each([
    ['::', ['0', '0', '0', '0', '0', '0', '0', '0']],
    ['1::', ['1', '0', '0', '0', '0', '0', '0', '0']],
    ['::1', ['0', '0', '0', '0', '0', '0', '0', '1']],
    ['64:ff9b::1.2.3.4', ['64', 'ff9b', '0', '0', '0', '0', '102', '304']],
    ['1:2:3:4:5:6:7:8', ['1', '2', '3', '4', '5', '6', '7', '8']],
  ])('writes out %s', (address, groups) => expect(hextets(address)).toEqual(groups));
});

describe('mappedIpv4', () => {
  it('finds the IPv4 address in a mapped one only', () => {
    expect(mappedIpv4(hextets('::ffff:192.168.1.254'))).toBe('192.168.1.254');
    expect(mappedIpv4(hextets('::192.168.1.254'))).toBeNull();
    expect(mappedIpv4(hextets('1::ffff:192.168.1.254'))).toBeNull();
  });
});
