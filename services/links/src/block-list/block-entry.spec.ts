import { describe, expect, it } from '@jest/globals';
import { comparedOf, entryOf, entryOfAddress } from './block-entry.js';

describe('a line of the block list', () => {
  it.each([
    ['example.com', 'site', 'example.com'],
    ['  EXAMPLE.com.  ', 'site', 'example.com'],
    ['*.example.com', 'site', 'example.com'],
    ['https://example.com/', 'site', 'example.com'],
    ['http://user:secret@example.com:8443', 'site', 'example.com'],
    ['0.0.0.0 ads.example.com # of a hosts file', 'site', 'ads.example.com'],
    ['127.0.0.1\tads.example.com', 'site', 'ads.example.com'],
    ['=example.com', 'host', '=example.com'],
    ['ví-dụ.vn', 'site', 'xn--v-d-rma6749a.vn'],
    ['ＥＸＡＭＰＬＥ.com', 'site', 'example.com'],
    ['203.0.113.7', 'site', '203.0.113.7'],
    ['0xcb.0x0.0x71.7', 'site', '203.0.113.7'],
    ['[2001:DB8::0:1]', 'site', '[2001:db8::1]'],
    ['[::ffff:203.0.113.7]', 'site', '203.0.113.7'],
    ['[64:ff9b::cb00:7107]', 'site', '203.0.113.7'],
    ['example.com/Login', 'path', 'example.com/Login'],
    ['example.com/%6Cog//in/', 'path', 'example.com/log/in/'],
    ['https://example.com/a/../b', 'path', 'example.com/b'],
    ['example.com/%2Fbad;x=1/%2fin;', 'path', 'example.com/bad/in'],
    ['example.com/x/..%2Fbad', 'path', 'example.com/bad'],
    ['example.com/x/..;y/bad', 'path', 'example.com/bad'],
    ['example.com/bad/*', 'path', 'example.com/bad/'],
    ['https://example.com/*', 'site', 'example.com'],
    ['example.com/a*b', 'path', 'example.com/a*b'],
    ['203.0.113.7/24x', 'path', '203.0.113.7/24x'],
    ['example.com/a?b=%7e', 'address', 'example.com/a?b=~'],
    ['=example.com/a', 'address', '=example.com/a'],
  ])('%s: %s %s', (line, kind, entry) => expect(entryOf(line)).toEqual({ kind, entry }));

  it.each([['', '   ', '# a remark']])('%j is none', (...lines) => {
    for (const line of lines) expect(entryOf(line)).toBeNull();
  });

  it.each([
    ['com', 'links.block_entry_too_wide'],
    ['=localhost', 'links.block_entry_too_wide'],
    ['exa mple.com', 'links.block_entry_invalid'],
    ['example..com', 'links.block_entry_invalid'],
    ['/path', 'links.block_entry_invalid'],
    ['javascript:alert(1)', 'links.block_entry_invalid'],
    ['*.', 'links.block_entry_invalid'],
    ['203.0.113.0/24', 'links.block_entry_invalid'],
    [`example.com/${'a'.repeat(3_000)}`, 'links.block_entry_invalid'],
  ])('%s: %s', (line, fault) => expect(entryOf(line)).toEqual({ fault }));

  it('is the same again as it is kept', () => {
    for (const line of [
      'example.com',
      '=example.com',
      'example.com/a/',
      'example.com/a?b',
      '=example.com/a',
      '=[2001:db8::1]',
    ]) {
      const read = entryOf(line);
      expect(read && 'entry' in read && entryOf(read.entry)).toEqual(read);
    }
  });

  it.each([
    ['https://a.example/b//c?d', 'path', 'path', 'a.example/b/c'],
    ['https://a.example/b?d', 'host', 'host', '=a.example'],
    ['https://a.example/?d', 'path', 'host', '=a.example'],
    ['https://a.example/?d', 'address', 'address', 'a.example/?d'],
  ] as const)('of %s covers as much as it is to: %s', (address, scope, kind, entry) =>
    expect(entryOfAddress(address, scope)).toEqual({ kind, entry }),
  );

  it('of an address is what the address is compared by', () => {
    expect(entryOfAddress('HTTPS://Example.com:443/a//b?c#d')).toEqual({ kind: 'address', entry: 'example.com/a/b?c' });
    expect(entryOfAddress('https://example.com')).toEqual({ kind: 'address', entry: '=example.com/' });
    expect(comparedOf('http://example.com./')).toEqual(comparedOf('https://EXAMPLE.com:8080/#x'));
  });
});
