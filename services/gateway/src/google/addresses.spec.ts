import { describe, expect, it } from '@jest/globals';
import { callbackOf, pageAfter } from './addresses.js';

describe('callbackOf', () => {
  it.each([
    ['http', '127.0.0.1:8080', '', 'http://127.0.0.1:8080'],
    ['http', 'app.example.com', 'https://app.example.com', 'https://app.example.com'],
    ['http', 'app.example.com:3000', 'https://app.example.com/', 'https://app.example.com'],
    ['https', 'other.example.com', 'https://app.example.com', 'https://other.example.com'],
  ])('of %s://%s where the public address is "%s" is at %s', (protocol, host, publicUrl, origin) => {
    expect(callbackOf({ protocol: protocol as 'http', host }, publicUrl)).toBe(`${origin}/api/auth/google/callback`);
  });
});

describe('pageAfter', () => {
  it('is a page of ours with what was carried, whatever that says', () => {
    const carried = { return: 'https://evil.example/?x=1#y', plan: 'premium & more', google: 'x' };
    const address = new URL(pageAfter({ page: 'register', carried }, 'finish'), 'https://linkway.example');
    expect([address.origin, address.pathname, address.hash]).toEqual(['https://linkway.example', '/register', '']);
    expect(Object.fromEntries(address.searchParams)).toEqual({ ...carried, google: 'finish' });
    expect(pageAfter(null, 'cancelled')).toBe('/login?google=cancelled');
  });
});
