import { describe, expect, it } from '@jest/globals';
import { isForeign } from './csrf.js';

const request = (headers: Record<string, string>) => ({ headers, protocol: 'http' as const, host: '127.0.0.1:8080' });

describe('isForeign', () => {
  it.each([
    ['a program that is no browser', {}, false],
    ['its own page', { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }, false],
    ['the public address', { origin: 'https://linkway.example' }, false],
    ['another site', { origin: 'https://evil.example' }, true],
    ['another port', { origin: 'http://127.0.0.1:9090' }, true],
    ['another scheme', { origin: 'https://127.0.0.1:8080' }, true],
    ['an opaque origin', { origin: 'null' }, true],
    ['a name that begins alike', { origin: 'https://linkway.example.evil' }, true],
    ['a cross-site request without Origin', { 'sec-fetch-site': 'cross-site' }, true],
    ['an address typed in', { 'sec-fetch-site': 'none' }, false],
  ])('%s', (_name, headers, foreign) => {
    expect(isForeign(request(headers), 'https://linkway.example')).toBe(foreign);
  });
});
