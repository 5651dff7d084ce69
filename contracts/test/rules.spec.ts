import { describe, expect, it } from '@jest/globals';
import { addressesInName, isCompleteHost, isWebhookUrl, urlFault, withScheme } from '../src/rules/index.js';

describe('a host', () => {
  it.each(['example.com', 'localhost', 'localhost.', '127.0.0.1', '[::1]', 'a.b.'])('%s can be one', (host) =>
    expect(isCompleteHost(host)).toBe(true),
  );

  it.each(['example', 'example.', 'router'])('%s is one word', (host) => {
    expect(isCompleteHost(host)).toBe(false);
    expect(urlFault(`https://${host}/path`)).toBe('links.url_incomplete');
  });
});

describe('isWebhookUrl', () => {
  it.each(['https://example.com', 'HTTPS://ví-dụ.vn/đường dẫn?a=b', 'http://127.0.0.1:8080/hook'])('takes %j', (url) =>
    expect(isWebhookUrl(url)).toBe(true),
  );

  it.each([
    'https://example.com/\r\nX-Header: a',
    'https://example.com/a\tb',
    'https://example.com/\u2028',
    'https:example.com',
    'https:///example.com',
    'https://user@example.com/',
    'ftp://example.com',
    'example.com',
  ])('does not take %j', (url) => expect(isWebhookUrl(url)).toBe(false));
});

describe('addressesInName', () => {
  it.each([
    ['127.0.0.1.nip.io', ['127.0.0.1']],
    ['shop.10.8.0.1.nip.io', ['10.8.0.1']],
    ['shop-192-168-1-1.nip.io.', ['192.168.1.1']],
    ['APP-C0A801FC.NIP.IO', ['192.168.1.252']],
    ['www.192-168-0-1.sslip.io', ['192.168.0.1']],
    ['192.168.0.1.www.sslip.io', ['192.168.0.1']],
    ['--1.sslip.io', ['::1']],
    ['www-fd00--1.sslip.io', ['fd00::1']],
    ['7f000001.c0a80001.rbndr.us', ['127.0.0.1', '192.168.0.1']],
    ['1.10.0.0.1.nip.io', ['1.10.0.0', '10.0.0.1']],
    ['10-0-0-1.0123456789abcdef0123456789abcdef.plex.direct', ['10.0.0.1']],
    ['8.8.8.8.nip.io', ['8.8.8.8']],
    ['10-0-0-1.traefik.me', ['10.0.0.1']],
    ['traefik.me', ['127.0.0.1']],
    ['localtest.me', ['127.0.0.1']],
    ['a.b.lvh.me', ['127.0.0.1']],
  ])('%s leads to %j', (host, addresses) => expect(addressesInName(host)).toEqual(addresses));

  it.each([
    'nip.io',
    'www.nip.io',
    'notlvh.me',
    'lvh.me.example.com',
    '10.0.0.1.nip.io.example',
    '10-0-0-1.example.com',
  ])('says nothing of %s', (host) => expect(addressesInName(host)).toEqual([]));
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
