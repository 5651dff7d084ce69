import { describe, expect, it } from '@jest/globals';
import { MAX_DESTINATIONS_LENGTH } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { checkDestination, checkDestinations, type DestinationRules, locationOf, requireFit } from './destination.js';

const rules: DestinationRules = {
  allowLoopback: false,
  ownHosts: new Set(['go.example.com', 'xn--v-d-rma6749a.vn']),
  appHosts: new Set(['app.example.com', 'linkway.localhost']),
  ownLoopback: { ports: new Set(['8080', '8081']), holdsApp: false },
};

const codeOf = (run: () => void): string | null => {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};
const codeFor = (url: string, over: Partial<DestinationRules> = {}) =>
  codeOf(() => checkDestination('url', url, { ...rules, ...over }));

describe('checkDestination', () => {
  it.each([
    ['https://example.com/path?q=1#part', null],
    ['https://another.go.example.com/', null],
    ['ftp://example.com', 'links.url_invalid'],
    ['javascript:alert(1)', 'links.url_invalid'],
    ['not a url', 'links.url_invalid'],
    ['https://bank.example@evil.example/', 'links.url_credentials'],
    ['https://:secret@evil.example/', 'links.url_credentials'],
    ['https://example.com/a b?x=c d#e f', null],
    ['https://exa mple.com/', 'links.url_invalid'],
    ['http://10.0.0.1/', 'links.url_private'],
    ['http://127.0.0.1:3000/', 'links.url_private'],
    ['https://go.example.com/abc123', 'links.url_loop'],
    ['http://GO.example.com:80/abc123', 'links.url_loop'],
    ['https://go.example.com./abc123', 'links.url_loop'],
    ['http://localhost:8080/abc123', 'links.url_loop'],
    ['https://go.example.com:8443/', 'links.url_loop'],
    ['https://GO.EXAMPLE.COM..:1/', 'links.url_loop'],
    ['https://ｇｏ.example.com/', 'links.url_loop'],
    ['https://go%2Eexample.com/', 'links.url_loop'],
    ['https://Ví-Dụ.vn/x', 'links.url_loop'],
    ['https://example..com/', 'links.url_invalid'],
    ['https://.example.com/', 'links.url_invalid'],
    ['https://example.com../', 'links.url_invalid'],
    ['https://example.com./', null],
    [`https://${'a'.repeat(64)}.example.com/`, 'links.url_invalid'],
    [`https://${'a'.repeat(63)}.example.com/`, null],
    [`https://${'abc.'.repeat(63)}example/`, 'links.url_invalid'],
    ['https://example.com:0/', 'links.url_invalid'],
    ['https://[2606:4700::1111]/', null],
    ['http://router/', 'links.url_incomplete'],
    ['https://example', 'links.url_incomplete'],
    ['https://example./path', 'links.url_incomplete'],
    ['http://nas.lan/', 'links.url_private'],
    ['https://app.example.com/', 'links.url_own_host'],
    ['http://APP.example.com.:18399/', 'links.url_own_host'],
    ['http://linkway.localhost:3000/', 'links.url_own_host'],
  ])('%s: %s', (url, code) => expect(codeFor(url)).toBe(code));

  it('lets loopback through on a laptop, but no private network and no loop', () => {
    const laptop = { allowLoopback: true };
    for (const host of [
      '127.0.0.1',
      '127.0.0.2',
      '[::1]',
      'foo.localhost',
      '2130706433',
      '0x7f.1',
      '[::ffff:7f00:1]',
    ]) {
      expect([host, codeFor(`http://${host}:3000/`, laptop)]).toEqual([host, null]);
      expect([host, codeFor(`http://${host}:8080/x`, laptop)]).toEqual([host, 'links.url_loop']);
      expect([host, codeFor(`http://${host}:8081/x`, laptop)]).toEqual([host, 'links.url_loop']);
    }
    expect(codeFor('http://127.0.0.1:3000/', laptop)).toBeNull();
    expect(codeFor('http://localhost:3000/', laptop)).toBeNull();
    expect(codeFor('http://localhost:8080/', laptop)).toBe('links.url_loop');
    expect(codeFor('http://192.168.1.1/', laptop)).toBe('links.url_private');
  });

  it('lets nothing lead to a loopback where the app may have its cookies', () => {
    const shared = { allowLoopback: true, ownLoopback: { ports: new Set(['8080']), holdsApp: true } };
    expect(codeFor('http://127.0.0.1:18399/', shared)).toBe('links.url_own_host');
    expect(codeFor('http://localhost:18399/', shared)).toBe('links.url_own_host');
    expect(codeFor('http://[::1]:8080/', shared)).toBe('links.url_loop');
    expect(codeFor('https://example.com/', shared)).toBeNull();
  });

  it('knows the usual ports', () => {
    const usual = { allowLoopback: true, ownLoopback: { ports: new Set(['80']), holdsApp: false } };
    expect(codeFor('http://localhost/', usual)).toBe('links.url_loop');
    expect(codeFor('https://localhost/', usual)).toBeNull();
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

describe('requireFit', () => {
  const base = 'https://a.example/';
  const of = (length: number) => base + 'a'.repeat(length - base.length);

  it('bounds all destinations of a link together, as they are encoded', () => {
    const half = of(MAX_DESTINATIONS_LENGTH / 2);
    expect(() => requireFit({ url: half, device_targeting: { mobile: half } })).not.toThrow();
    const over = { url: half, device_targeting: { mobile: `${half}a` } };
    expect(() => requireFit(over)).toThrow(
      expect.objectContaining({
        code: 'links.destinations_too_long',
        errors: [expect.objectContaining({ field: 'device_targeting.mobile' })],
      }),
    );
    const abroad = { url: half, location_targeting: { VN: base, other: half } };
    expect(() => requireFit(abroad)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'url' })] }),
    );
    expect(() => requireFit({ url: base, device_targeting: { tablet: `${base}${'ế'.repeat(1_000)}` } })).toThrow();
  });
});

describe('locationOf', () => {
  it('is ASCII whatever was typed', () => {
    expect(locationOf('https://ví-dụ.vn/đường dẫn?tên=Huế#mục')).toMatch(/^https:\/\/xn--[\x21-\x7e]+$/);
    expect(locationOf('HTTPS://Example.com')).toBe('https://example.com/');
  });
});
