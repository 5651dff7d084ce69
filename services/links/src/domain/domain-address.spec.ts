import { describe, expect, it } from '@jest/globals';
import { aliasesOf, hostOf, isDomainName, pastedLink, shortUrl } from './domain-address.js';

describe('hostOf', () => {
  it.each([
    ['go.example.com', 'go.example.com'],
    ['GO.Example.com:8443', 'go.example.com'],
    ['127.0.0.1:8080', '127.0.0.1'],
    ['[::1]:8080', '[::1]'],
  ])('%s is reached at %s', (domain_name, host) => expect(hostOf({ domain_name })).toBe(host));

  it('is any host without a domain', () => expect(hostOf(null)).toBe('*'));
});

describe('pastedLink', () => {
  const aliases = aliasesOf(['localhost=127.0.0.1']);
  it.each([
    ['127.0.0.1:4610/nn1', '127.0.0.1', 'nn1'],
    ['localhost:4610/nn1', '127.0.0.1', 'nn1'],
    ['https://go.example.com/abc', 'go.example.com', 'abc'],
    ['HTTP://GO.Example.com./A-b_9/', 'go.example.com', 'A-b_9'],
    ['https://go.example.com/abc?utm_source=x#y', 'go.example.com', 'abc'],
    ['ví-dụ.vn/tet', 'xn--v-d-rma6749a.vn', 'tet'],
    ['[::1]:8080/ab', '[::1]', 'ab'],
  ])('finds in %s the host %s and the code %s', (text, host, code) =>
    expect(pastedLink(text, aliases)).toEqual({ host, code }),
  );

  it.each([
    '',
    'summer',
    'summer sale',
    'go.example.com',
    'https://go.example.com/',
    'a.example/b/c',
    'a b/c',
    '/abc',
    '100%/2',
  ])('takes %j for no short link', (text) => expect(pastedLink(text, aliases)).toBeNull());
});

describe('isDomainName', () => {
  it.each(['go.example.com', '127.0.0.1:8080', '[::1]:8080', 'localhost'])('takes %s', (name) =>
    expect(isDomainName(name)).toBe(true),
  );

  it.each(['', 'a b', 'https://a.example', 'a.example/path', 'user@a.example', 'a.example:port', 'a.example?x'])(
    'refuses %j',
    (name) => expect(isDomainName(name)).toBe(false),
  );
});

describe('shortUrl', () => {
  it('keeps the port, and needs no domain', () => {
    expect(shortUrl('http', { domain_name: '127.0.0.1:8080' }, 'Ab1')).toBe('http://127.0.0.1:8080/Ab1');
    expect(shortUrl('https', null, 'Ab1')).toBe('/Ab1');
  });
});

describe('aliasesOf', () => {
  it('reads names of hosts', () => {
    const aliases = aliasesOf(['localhost=127.0.0.1', 'WWW.Go.example = go.example:8443']);
    expect([...aliases]).toEqual([
      ['localhost', '127.0.0.1'],
      ['www.go.example', 'go.example'],
    ]);
  });

  it.each(['go.example', '=go.example', 'a=b=c', 'a b=c'])('refuses %j', (entry) =>
    expect(() => aliasesOf([entry])).toThrow('alias=host'),
  );
});
