import { describe, expect, it } from '@jest/globals';
import { withoutAddresses } from './dead-letters.js';

describe('withoutAddresses', () => {
  it('blanks every address and nothing else', () => {
    const clicks = [
      { ip: '192.0.2.7', code: 'zip', query: 'ip=1' },
      { ip: '2001:db8::1', referer: 'https://a.example/?"x' },
    ];
    expect(JSON.parse(withoutAddresses(JSON.stringify({ data: { clicks } })))).toEqual({
      data: { clicks: clicks.map((click) => ({ ...click, ip: '' })) },
    });
  });

  it.each([
    ['cut off within the address', '{"clicks":[{"ip":"192.0.2'],
    ['cut off within an escape', '{"clicks":[{"ip":"192.0.2\\'],
    ['with blanks', '{ "ip" : "192.0.2.7" , "a": 1 '],
    ['an address that is no text', '{"ip":192.0.2.7,"a":1}'],
  ])('damaged: %s', (_what, text) => {
    expect(withoutAddresses(text)).not.toContain('192');
  });
});
