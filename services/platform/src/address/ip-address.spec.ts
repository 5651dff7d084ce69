import { describe, expect, it } from '@jest/globals';
import { dottedQuad, hextets, mappedIpv4 } from './ip-address.js';

describe('hextets', () => {
  it.each([
    ['::', [0, 0, 0, 0, 0, 0, 0, 0]],
    ['1::', [1, 0, 0, 0, 0, 0, 0, 0]],
    ['::1', [0, 0, 0, 0, 0, 0, 0, 1]],
    ['64:ff9b::1.2.3.4', [0x64, 0xff9b, 0, 0, 0, 0, 0x102, 0x304]],
    ['0001:2:3:4:5:6:7:00FF', [1, 2, 3, 4, 5, 6, 7, 255]],
  ])('writes out %s', (address, groups) => expect(hextets(address)).toEqual(groups));
});

describe('mappedIpv4', () => {
  it('finds the IPv4 address in a mapped one only', () => {
    expect(mappedIpv4(hextets('::ffff:192.168.1.254'))).toBe('192.168.1.254');
    expect(mappedIpv4(hextets('::192.168.1.254'))).toBeNull();
    expect(mappedIpv4(hextets('1::ffff:192.168.1.254'))).toBeNull();
  });
});

it('two groups spell an IPv4 address', () => expect(dottedQuad(0xc0a8, 0x01fe)).toBe('192.168.1.254'));
