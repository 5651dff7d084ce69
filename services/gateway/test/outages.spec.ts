import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { DEVICE_HEADER } from '@linkway/contracts';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld();

it('answers an edit without its clicks while analytics takes questions and does not answer', async () => {
  const browser = await world.signedIn();
  const { json } = await browser.post('/api/links', { url: 'https://example.com' });
  const held = Promise.withResolvers<void>();
  world.analytics.held = held.promise;
  const edit = () => browser.put(`/api/links/${String(json.id)}`, { url: 'https://example.com/other' });
  const edited = await edit().finally(() => held.resolve());
  expect([edited.status, edited.json.clicks_count]).toEqual([200, null]);
  expect((await edit()).json.clicks_count).toBe(7);
});

// In order: each test takes one more service away.
it('answers without click counts while analytics is away; statistics themselves are unavailable', async () => {
  const browser = await world.signedIn();
  await browser.post('/api/links', { url: 'https://example.com' });
  await world.services.analytics.stop();
  const list = await browser.get('/api/links');
  expect([list.status, list.json.data]).toEqual([200, [expect.objectContaining({ clicks_count: null })]]);
  const id = randomUUID();
  const guest = await world.browser().get(`/api/guest/links?ids=${id}`, { [DEVICE_HEADER]: 'device-1234' });
  expect([guest.status, guest.json]).toEqual([200, { data: [{ id, clicks_count: null }] }]);
  const overview = await browser.get('/api/analytics/overview');
  expect([overview.status, overview.json.code]).toEqual([503, 'service.unavailable']);
  expect(Number(overview.headers.get('retry-after'))).toBeGreaterThan(0);
  const sessions = await browser.get('/api/me/sessions');
  expect(sessions.json.data).toEqual([expect.objectContaining({ current: true, country: null, city: null })]);
  // What pages tell of links meanwhile.
  expect((await browser.get('/api/me')).json).toMatchObject({ total_links: 1, monthly_links_used: 1 });
});

it('answers without what was used of limits while redirect is away', async () => {
  const browser = await world.signedIn();
  const { json } = await browser.post('/api/links', { url: 'https://example.com', max_clicks: 5 });
  world.redirect.used.set(String(json.id), 5);
  const path = `/api/links/${String(json.id)}`;
  expect((await browser.get(path)).json).toMatchObject({ clicks_used: 5 });
  await world.services.redirect.stop();
  for (const answer of [await browser.get(path), await browser.put(path, { max_clicks: 6 })]) {
    expect([answer.status, answer.json.clicks_used]).toEqual([200, null]);
  }
  const list = await browser.get('/api/links');
  expect([list.status, list.json.data]).toEqual([200, [expect.objectContaining({ max_clicks: 6, clicks_used: null })]]);
});

it('answers who is signed in while links is away', async () => {
  const browser = await world.signedIn();
  await world.services.links.stop();
  const me = await browser.get('/api/me');
  expect(me.status).toBe(200);
  const unknown = { monthly_links_limit: null, monthly_links_used: null, total_links: null, month_ends_at: null };
  expect(me.json).toMatchObject({ full_name: 'Ada L.', ...unknown });
  expect((await browser.get('/api/links')).status).toBe(503);
});

it('serves visitors while identity is away, and tells others that it is, not that they are signed out', async () => {
  const browser = world.browser();
  await browser.register(freshEmail());
  await world.services.identity.stop();
  expect((await browser.get('/api/domains')).status).toBe(200);
  const me = await browser.get('/api/me');
  expect([me.status, me.json.code]).toEqual([503, 'service.unavailable']);
  expect(browser.sessionToken()).not.toBe('');
});
