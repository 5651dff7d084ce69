import { describe, expect, it } from '@jest/globals';
import { isCompleteHost, urlFault, withScheme } from '../src/rules/index.js';

describe('a host', () => {
  it.each(['example.com', 'localhost', 'localhost.', '127.0.0.1', '[::1]', 'a.b.'])('%s can be one', (host) =>
    expect(isCompleteHost(host)).toBe(true),
  );

  it.each(['example', 'example.', 'router'])('%s is one word', (host) => {
    expect(isCompleteHost(host)).toBe(false);
    expect(urlFault(`https://${host}/path`)).toBe('links.url_incomplete');
  });
});

describe('withScheme', () => {
  it.each([
    ['example.com', 'https://example.com'],
    [' example.com/a?b=c ', 'https://example.com/a?b=c'],
    ['ví-dụ.vn', 'https://ví-dụ.vn'],
    ['shop.example.com:8443/', 'https://shop.example.com:8443/'],
  ])('makes %j %j', (typed, address) => expect(withScheme(typed)).toBe(address));

  it.each([
    '',
    'example',
    'hello world.com',
    'a@b.com',
    'mailto:a@b.com',
    'javascript:alert(1)',
    'ftp://example.com',
    '1.5',
    '/a.b',
    'https://example.com',
    'localhost:3000',
    'https:/example.com',
  ])('leaves %j', (typed) => expect(withScheme(typed)).toBeNull());
});
