import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { answerBrokenRequest } from '@linkway/platform';
import { usedHeap } from '@linkway/platform/testkit';
import { fastify } from 'fastify';
import { HostBook, normalizeHost } from '../host/host-book.js';
import { visitorKey } from '../password/password.service.js';
import { Misses } from '../route/misses.js';
import { locationOf } from './redirect-answer.js';
import { serverOptions } from './server-options.js';
import { TrustedProxies } from './trusted-proxies.js';
import { readVisit } from './visit.js';

const request = (url: string, headers: [string, string][], peer = '::ffff:10.0.0.5') =>
  ({ url, method: 'GET', rawHeaders: headers.flat(), socket: { remoteAddress: peer } }) as unknown as IncomingMessage;
const read = (url: string, headers: [string, string][] = [], proxies: string[] = [], peer?: string, secret = '') =>
  readVisit(request(url, headers, peer), {
    proxies: new TrustedProxies(proxies, secret),
    sessionCookie: 'linkway_session',
    alwaysSecure: false,
  });

describe('a visit', () => {
  it.each([
    ['/abc', 'abc', ''],
    ['/a_b-C9?utm=1&x=?', 'a_b-C9', 'utm=1&x=?'],
    ['/abc?', 'abc', ''],
    ['/ab', null, ''],
    ['/abc/', 'abc', ''],
    ['/abc/?x=/', 'abc', 'x=/'],
    ['/%61bc', 'abc', ''],
    ['/%61b%2D%5f/?x=%61', 'ab-_', 'x=%61'],
    [`/${'%61'.repeat(50)}/`, 'a'.repeat(50), ''],
    [`/${'%61'.repeat(51)}`, null, ''],
    ['/ab/', null, ''],
    ['/abc//', null, ''],
    ['//abc', null, ''],
    ['/abc/d', null, ''],
    ['/abc%2f', null, ''],
    ['/%2fabc', null, ''],
    ['/abc%00', null, ''],
    ['/%2e%2e/abc', null, ''],
    ['/%2e%2e%2e', null, ''],
    ['/%2561bc', null, ''],
    ['/%zzabc', null, ''],
    ['/a.b?lang=en', null, 'lang=en'],
    ['http://go.test/abc', null, ''],
    ['/', null, ''],
  ])('%s', (url, code, query) => expect(read(url)).toMatchObject({ code, query }));

  it('takes what it needs of the headers, the first of each', () =>
    expect(
      read('/abc', [
        ['HOST', 'Go.test'],
        ['User-Agent', 'one'],
        ['user-agent', 'two'],
        ['Cookie', 'a=b'],
        ['Cookie', '__Host-linkway_session=x'],
        ['Sec-Purpose', 'prefetch'],
      ]),
    ).toMatchObject({ host: 'Go.test', userAgent: 'one', signedIn: true, purpose: 'prefetch', ip: '10.0.0.5' }));

  it('remembers some of the addresses that it was asked about, not all', () => {
    const proxies = new TrustedProxies(['10.0.0.0/8']);
    const { remembered } = proxies as unknown as { remembered: Map<string, boolean> };
    for (let address = 0; address < 25_000; address += 1) proxies.trusts(`2001:db8::${address.toString(16)}`);
    expect(remembered.size).toBeLessThanOrEqual(10_000);
    expect(proxies.trusts('10.1.2.3')).toBe(true);
  });

  it('believes forwarding headers of trusted proxies only', () => {
    const headers: [string, string][] = [
      ['Host', 'inner'],
      ['X-Forwarded-Host', 'faked.test, go.test'],
      ['X-Forwarded-For', '1.1.1.1, 203.0.113.9'],
      ['X-Forwarded-For', '10.1.2.3'],
    ];
    expect(read('/abc', headers)).toMatchObject({ host: 'inner', ip: '10.0.0.5' });
    expect(read('/abc', headers, ['10.0.0.0/8'])).toMatchObject({ host: 'go.test', ip: '203.0.113.9' });
    expect(read('/abc', headers, ['10.0.0.0/8'], '192.0.2.1')).toMatchObject({ host: 'inner', ip: '192.0.2.1' });
    expect(read('/abc', [['X-Forwarded-For', 'nonsense']], ['10.0.0.0/8']).ip).toBe('10.0.0.5');
  });

  it('reads a list of proxies from its end, as far as they are ours', () => {
    const ip = (list: string) => read('/abc', [['X-Forwarded-For', list]], ['10.0.0.0/8']).ip;
    expect(ip('203.0.113.9')).toBe('203.0.113.9');
    expect(ip(' 203.0.113.9 , 10.0.0.7 ,10.0.0.8')).toBe('203.0.113.9');
    expect(ip('10.0.0.7,10.0.0.8')).toBe('10.0.0.7');
    expect(ip('nonsense, 10.0.0.8')).toBe('10.0.0.8');
    for (const list of [',10.0.0.8', '10.0.0.9,,10.0.0.8', ', , 10.0.0.8']) expect(ip(list)).toBe('10.0.0.8');
    for (const list of ['', ',', '203.0.113.9,']) expect(ip(list)).toBe('10.0.0.5');
    expect(ip('::ffff:203.0.113.9, 10.0.0.8')).toBe('203.0.113.9');
  });

  it('keeps of a long list no more than the address, wherever that is remembered', () => {
    const proxies = new TrustedProxies(['10.0.0.0/8']);
    const misses = new Misses({ perMinute: 10, perSecond: 10_000 });
    const claimed = '192.0.2.1, '.repeat(1_000);
    const before = usedHeap();
    for (let number = 0; number < 5_000; number += 1) {
      // Its header is a text of its own, as one that comes over the network is.
      const list = Buffer.from(`${claimed}203.0.${100 + (number % 100)}.${100 + Math.floor(number / 100)}`).toString();
      void misses.begin(proxies.clientOf(list, '10.0.0.5'), 0);
    }
    // 55 MB were sent.
    expect(usedHeap() - before).toBeLessThan(10_000_000);
    expect(misses.isSpent('203.0.100.100', 0)).toBe(true);
  });

  it('believes them only beside the secret, where there is one', () => {
    const headers: [string, string][] = [
      ['Host', 'inner'],
      ['X-Forwarded-Host', 'go.test'],
      ['X-Forwarded-For', '203.0.113.9'],
      ['X-Forwarded-Proto', 'https'],
    ];
    const believed = { host: 'go.test', ip: '203.0.113.9', secure: true };
    const own = { host: 'inner', ip: '10.0.0.5', secure: false };
    const withSecret = (secret: string) =>
      read('/abc', [...headers, ['X-Linkway-Proxy', secret]], ['10.0.0.0/8'], undefined, 'the secret');
    expect(withSecret('the secret')).toMatchObject(believed);
    for (const wrong of ['', 'the secreT', 'the secret!', 'thé secret']) expect(withSecret(wrong)).toMatchObject(own);
    expect(read('/abc', headers, ['10.0.0.0/8'], undefined, 'the secret')).toMatchObject(own);
    expect(
      read('/abc', [...headers, ['X-Linkway-Proxy', 'the secret']], ['192.0.2.0/24'], undefined, 'the secret'),
    ).toMatchObject(own);
  });

  it('came by https when a trusted proxy says so, or when every visit does', () => {
    const headers: [string, string][] = [['X-Forwarded-Proto', 'https']];
    expect(read('/abc', headers, ['10.0.0.0/8']).secure).toBe(true);
    expect(read('/abc', headers).secure).toBe(false);
    expect(read('/abc', [['X-Forwarded-Proto', 'https, http']], ['10.0.0.0/8']).secure).toBe(false);
    const edge = { proxies: new TrustedProxies([]), sessionCookie: 's', alwaysSecure: true };
    expect(readVisit(request('/abc', []), edge).secure).toBe(true);
  });

  it('refuses to start with what is no network', () =>
    expect(() => new TrustedProxies(['everyone'])).toThrow('TRUSTED_PROXIES'));
});

describe('hosts', () => {
  it.each([
    ['Go.Test:8081', 'go.test'],
    ['go.test.', 'go.test'],
    ['[::1]:8081', '[::1]'],
    ['127.0.0.1', '127.0.0.1'],
    ['a b', ''],
    ['x/y', ''],
    ['', ''],
    ['x'.repeat(300), ''],
  ])('%j is %j', (header, host) => expect(normalizeHost(header)).toBe(host));

  it('know their aliases and whether they are switched on', () => {
    const book = new HostBook(['localhost=127.0.0.1', '[::1]=127.0.0.1']);
    expect(book.find('LOCALHOST:8081')).toEqual({ host: '127.0.0.1', active: true, isListed: false, addresses: null });
    expect(book.find('[::1]:1').host).toBe('127.0.0.1');
    const row = { domain_id: 'a', host: 'go.test', domain_name: 'go.test', is_active: false, version: 2 };
    book.find('go.test');
    book.apply(row);
    expect(book.find('go.test')).toMatchObject({ active: false, isListed: true });
    book.apply({ ...row, is_active: true, version: 1 });
    expect(book.find('go.test').active).toBe(false);
    book.apply({ ...row, domain_id: 'b', is_active: true, version: 1 });
    expect(book.find('go.test').active).toBe(true);
    expect(() => new HostBook(['nonsense'])).toThrow('HOST_ALIASES');
  });
});

it('who takes nothing of an answer is cut off after two minutes', () => {
  expect(fastify(serverOptions).server.timeout).toBe(120_000);
});

it('who sends slowly is cut off after 15 seconds', () => {
  const { server } = fastify(serverOptions);
  expect(server.requestTimeout).toBe(15_000);
  expect(server.headersTimeout).toBeLessThan(server.requestTimeout);
});

it('what is not HTTP is answered as the API does', () => {
  expect(serverOptions.clientErrorHandler).toBe(answerBrokenRequest);
});

it('a location is ASCII', () => {
  expect(locationOf('https://a.test/x?y=%20')).toBe('https://a.test/x?y=%20');
  expect(locationOf('https://ví.vn/đ')).toBe('https://xn--v-jga.vn/%C4%91');
});

it('a visitor of IPv6 is a network, and nobody can be read from the key', () => {
  expect(visitorKey('l', '2001:db8:0:1::5')).toBe(visitorKey('l', '2001:db8:0:1:ffff::6'));
  expect(visitorKey('l', '2001:db8:0:1::5')).not.toBe(visitorKey('l', '2001:db8:0:2::5'));
  expect(visitorKey('l', '10.0.0.1')).not.toBe(visitorKey('other', '10.0.0.1'));
  expect(visitorKey('l', '10.0.0.1')).not.toContain('10.0');
});
