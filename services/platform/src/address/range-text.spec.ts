import { describe, expect, it } from '@jest/globals';
import { rangeText } from './range-text.js';

describe('the text of an address or a network', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9/32', '203.0.113.9'],
    ['198.51.100.77/24', '198.51.100.0/24'],
    ['203.0.113.0/4', '192.0.0.0/4'],
    ['203.0.113.9/0', '0.0.0.0/0'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:10.9.8.7/104', '10.0.0.0/8'],
    ['2001:DB8:0::1', '2001:db8::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['2001:db8:1:2:3::9/48', '2001:db8:1::/48'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['::ffff:1.2.3.4/80', '::/80'],
  ])('of %s is %s, and of that the same', (entry, text) => {
    expect(rangeText(entry)).toBe(text);
    expect(rangeText(text)).toBe(text);
  });

  it('is none of what is neither', () => expect(() => rangeText('example.com')).toThrow('no address'));
});
