import { describe, expect, it } from '@jest/globals';
import { AppError } from '@linkway/platform';
import { checkDestination, checkDestinations, locationOf } from './destination.js';

const rules = { allowLoopback: false, ownHosts: new Set(['go.example.com', 'localhost:8080']) };

const codeOf = (run: () => void): string | null => {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
const codeFor = (url: string, over = {}) => codeOf(() => checkDestination('url', url, { ...rules, ...over }));

describe('checkDestination', () => {
  it.each([
    ['https://example.com/path?q=1#part', null],
    ['https://go.example.com:8443/', null],
    ['https://another.go.example.com/', null],
    ['ftp://example.com', 'links.url_invalid'],
    ['javascript:alert(1)', 'links.url_invalid'],
    ['not a url', 'links.url_invalid'],
    ['https://bank.example@evil.example/', 'links.url_invalid'],
    ['https://:secret@evil.example/', 'links.url_invalid'],
    ['http://10.0.0.1/', 'links.url_private'],
    ['http://127.0.0.1:3000/', 'links.url_private'],
    ['https://go.example.com/abc123', 'links.url_loop'],
    ['http://GO.example.com:80/abc123', 'links.url_loop'],
    ['https://go.example.com./abc123', 'links.url_loop'],
    ['http://localhost:8080/abc123', 'links.url_loop'],
  ])('%s: %s', (url, code) => expect(codeFor(url)).toBe(code));

  it('lets loopback through on a laptop, but no private network and no loop', () => {
    const laptop = { allowLoopback: true };
    expect(codeFor('http://127.0.0.1:3000/', laptop)).toBeNull();
    expect(codeFor('http://localhost:3000/', laptop)).toBeNull();
    expect(codeFor('http://localhost:8080/', laptop)).toBe('links.url_loop');
    expect(codeFor('http://192.168.1.1/', laptop)).toBe('links.url_private');
  });

  it('refuses what would not fit into a header once it is encoded', () => {
    expect(codeFor(`https://example.com/${'a'.repeat(4_000)}`)).toBeNull();
    expect(codeFor(`https://example.com/${'ế'.repeat(4_000)}`)).toBe('request.field_too_long');
  });

  it('names the field that is wrong', () => {
    const run = () =>
      checkDestinations({ url: 'https://a.example', device_targeting: { tablet: 'http://10.1/' } }, rules);
    expect(run).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ field: 'device_targeting.tablet', code: 'links.url_private' })],
      }),
    );
  });
});

describe('locationOf', () => {
  it('is ASCII whatever was typed', () => {
    expect(locationOf('https://ví-dụ.vn/đường dẫn?tên=Huế#mục')).toMatch(/^https:\/\/xn--[\x21-\x7e]+$/);
    expect(locationOf('HTTPS://Example.com')).toBe('https://example.com/');
  });
});
