import { describe, expect, it } from '@jest/globals';
import { normaliseDomainName } from './domain-name.js';

describe('normaliseDomainName', () => {
  it.each([
    ['example.com', 'example.com'],
    [' Go.Example.COM ', 'go.example.com'],
    ['localhost:8081', 'localhost:8081'],
    ['127.0.0.1:8080', '127.0.0.1:8080'],
    ['example.com:443', 'example.com'],
    ['example.com:80', 'example.com'],
    ['example.com:08081', 'example.com:8081'],
    ['xn--lin-k-7sa.vn', 'xn--lin-k-7sa.vn'],
    ['a-b.c1', 'a-b.c1'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('%s is %s', (given, expected) => expect(normaliseDomainName(given)).toBe(expected));

  it.each([
    '',
    '-a.com',
    'a-.com',
    'a..com',
    '.com',
    'a.com.',
    'a b.com',
    'a_b.com',
    'https://a.com',
    'a.com/path',
    'a.com:0',
    'a.com:65536',
    'a.com:',
    'a.com:x',
    'liên-kết.vn',
    `${'a'.repeat(64)}.com`,
    `${'abc.'.repeat(64)}com`,
  ])('%j is no domain name', (given) => expect(normaliseDomainName(given)).toBeNull());
});
