import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from '@jest/globals';

const ORIGIN = 'https://linkway.example';
const source = readFileSync(new URL('../../../public/push-worker.js', import.meta.url), 'utf8');

/** What the worker hears, and what it had the browser do. */
let heard;
let shown;
let opened;
let pages;

beforeEach(() => {
  [heard, shown, opened, pages] = [{}, [], [], []];
  const self = {
    location: new URL(`${ORIGIN}/push-worker.js`),
    addEventListener: (name, listener) => {
      heard[name] = listener;
    },
    skipWaiting: () => undefined,
    registration: { showNotification: async (title, options) => void shown.push({ title, ...options }) },
    clients: { matchAll: async () => pages, openWindow: async (address) => void opened.push(address) },
  };
  runInNewContext(source, { self, URL });
});

async function tell(name, event) {
  const work = [];
  heard[name]({ ...event, waitUntil: (promise) => void work.push(promise) });
  await Promise.all(work);
}
const push = (text) => tell('push', { data: text === null ? null : { json: () => JSON.parse(text) } });
const click = (data) => tell('notificationclick', { notification: { close: () => undefined, data } });

describe('the service worker', () => {
  it('hears of pushes and of presses alone: no request goes through it', () => {
    expect(Object.keys(heard).sort()).toEqual(['install', 'notificationclick', 'push']);
  });

  it('shows what is pushed, once for each notification', async () => {
    await push(JSON.stringify({ id: 'one', title: 'A title', text: 'A text', path: '/dashboard?tab=api' }));
    expect(shown).toEqual([
      { title: 'A title', body: 'A text', tag: 'one', icon: '/icon-192.png', data: { path: '/dashboard?tab=api' } },
    ]);
  });

  it.each([[null], ['no JSON'], ['{}'], ['null']])('shows something whatever comes: %s', async (text) => {
    await push(text);
    expect(shown).toMatchObject([{ title: 'Linkway', data: { path: '/dashboard' } }]);
  });

  it('opens the page in a new window, where none is open', async () => {
    pages = [{ url: `${ORIGIN}/terms` }];
    await click({ path: '/dashboard?tab=api' });
    expect(opened).toEqual([`${ORIGIN}/dashboard?tab=api`]);
  });

  it('leads on in the dashboard that is open', async () => {
    const told = [];
    const page = (url) => ({
      url,
      focus: async () => void told.push(url),
      postMessage: (said) => void told.push(said),
    });
    pages = [page(`${ORIGIN}/`), page(`${ORIGIN}/dashboard?tab=overview`)];
    await click({ path: '/dashboard?tab=api' });
    expect(told).toEqual([`${ORIGIN}/dashboard?tab=overview`, { open: '/dashboard?tab=api' }]);
    expect(opened).toEqual([]);
  });

  it('goes to no other site', async () => {
    await click({ path: 'https://elsewhere.example/' });
    await click({ path: '//elsewhere.example/' });
    expect(opened).toEqual([]);
  });
});
