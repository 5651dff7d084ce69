import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { type PageSettings, pageSender } from './html-pages.js';
import type { DashboardHead } from './tabs/dashboard-head.js';

const MARKS =
  '<html data-theme="__THEME__" nonce="__CSP_NONCE__" data-origin="__ORIGIN__" data-host="__HOST__" data-google="__GOOGLE__">';
const head = { tags: async () => ({ head: '', body: '' }) } as unknown as DashboardHead;
let root = '';

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'pages-'));
  mkdirSync(join(root, 'pages'));
  for (const name of ['landing', 'terms', 'not-found', 'login', 'register', 'app']) {
    for (const language of ['en', 'vi'])
      writeFileSync(join(root, 'pages', `${name}.${language}.html`), `${name}.${language} ${MARKS}`);
  }
  writeFileSync(join(root, 'index.html'), `index ${MARKS}`);
});
afterAll(() => rmSync(root, { recursive: true }));

async function ask(url: string, headers: Record<string, string> = {}, settings: Partial<PageSettings> = {}) {
  const instance = fastify();
  await instance.register(cookie);
  instance.get(
    '/*',
    pageSender({
      root,
      head,
      origins: [],
      https: false,
      publicUrl: 'https://app.example',
      google: false,
      ...settings,
    }),
  );
  return instance.inject({ url, headers: { host: 'app.example', ...headers } });
}
const shown = async (url: string, headers?: Record<string, string>) => {
  const { statusCode, headers: sent, body } = await ask(url, headers);
  return [statusCode, sent.location ?? body.split(' ')[0], sent['content-language']];
};

it.each([
  ['/', {}, [200, 'landing.en', 'en']],
  ['/', { 'accept-language': 'vi,en;q=0.5' }, [302, '/vi', undefined]],
  ['/?a=1&b=2', { cookie: 'language=vi' }, [302, '/vi?a=1&b=2', undefined]],
  ['/', { cookie: 'language=en', 'accept-language': 'vi' }, [200, 'landing.en', 'en']],
  ['/vi', { cookie: 'language=en' }, [200, 'landing.vi', 'vi']],
  ['/vi/', {}, [200, 'landing.vi', 'vi']],
  ['/terms', { 'accept-language': 'vi' }, [200, 'terms.en', 'en']],
  ['/vi/terms', {}, [200, 'terms.vi', 'vi']],
  ['/login', { 'accept-language': 'vi' }, [200, 'login.vi', 'vi']],
  ['/dashboard', { cookie: 'language=vi' }, [200, 'app.vi', 'vi']],
  ['/dashboard/x', {}, [200, 'app.en', 'en']],
  ['/no/such', { 'accept-language': 'vi' }, [404, 'not-found.vi', 'vi']],
])('%s for %j is %j', async (url, headers, expected) => expect(await shown(url, headers)).toEqual(expected));

it('fills the marks, and lets no value leave its place', async () => {
  const { body, headers } = await ask('/terms', { cookie: 'theme=dark' });
  expect(body).toMatch(
    /data-theme="dark" nonce="[\w-]{20,}" data-origin="https:\/\/app\.example" data-host="app\.example"/,
  );
  expect(headers['content-security-policy']).toContain(/nonce="([\w-]+)"/.exec(body)?.[1]);
  const odd = await ask('/terms', { cookie: 'theme="><script>', host: 'a"><script>&' }, { publicUrl: '' });
  expect(odd.body).toContain('data-theme="light"');
  expect(odd.body).not.toContain('<script>');
});

it.each([
  ['/login', false, 'off'],
  ['/login?google=finish', false, 'off'],
  ['/login', true, 'on'],
  ['/', true, 'on'],
  ['/register?plan=premium&google=cancelled', true, 'back'],
])('tells %s where Google is %s: %s', async (url, google, told) => {
  expect((await ask(url, {}, { google })).body).toContain(`data-google="${told}"`);
});

it('takes a backslash out of a value, which would take the quote that ends a JSON string', async () => {
  const { body } = await ask('/terms', { host: 'a\\' }, { publicUrl: '' });
  expect(body).toContain('data-host="a"');
});

it('says what the way to the Vietnamese home page depends on', async () => {
  const { headers } = await ask('/', { 'accept-language': 'vi' });
  expect(String(headers.vary).split(', ').sort()).toEqual(['Accept-Language', 'Cookie']);
  expect(headers['cache-control']).toBe('private, no-cache');
});

it('is sent as gzip to who takes it, and says what it depends on', async () => {
  const answer = await ask('/terms', { 'accept-encoding': 'br, gzip' });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(answer.rawPayload).toString()).toMatch(/^terms\.en/);
  expect(String(answer.headers.vary).split(', ').sort()).toEqual(['Accept-Encoding', 'Accept-Language', 'Cookie']);
  expect((await ask('/terms', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined();
});

it('serves the one page of a web app that has drawn none', async () => {
  const former = mkdtempSync(join(tmpdir(), 'former-'));
  writeFileSync(join(former, 'index.html'), `index ${MARKS}`);
  expect((await ask('/terms', {}, { root: former })).body).toMatch(/^index /);
  rmSync(former, { recursive: true });
});
