import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import type { Browser } from './support/browser.js';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld();

async function account(role: 'user' | 'admin') {
  const browser = world.browser();
  const email = freshEmail();
  await browser.register(email);
  const known = world.identity.users.get(email);
  if (!known) throw new Error('nobody was registered');
  known.user.role = role;
  await browser.takeCsrfToken();
  return { browser, user: known.user };
}

const act = (browser: Browser, id: string, body: object = {}) =>
  browser.post(`/api/admin/users/${id}/impersonation`, body);
const end = (browser: Browser) => browser.delete('/api/impersonation');
const link = (browser: Browser, headers = {}) => browser.post('/api/links', { url: 'https://example.com' }, headers);

describe('acting as a user', () => {
  it('shows the user to every gateway at once, and the administrator again once it is ended', async () => {
    const [{ browser, user: admin }, { user }] = [await account('admin'), await account('user')];
    const other = await world.another();
    const there = async () => (await browser.at(other.httpUrl ?? '').get('/api/me')).json;
    expect(await there()).toMatchObject({ id: admin.id, role: 'admin' });
    const began = await act(browser, user.id, { reason: 'Ticket 17' });
    expect([began.status, Object.keys(began.json)]).toEqual([200, ['expires_at']]);
    const { expires_at } = began.json;
    const by = { id: admin.id, email: admin.email, full_name: admin.full_name };
    const shown = { id: user.id, role: 'user', impersonation: { by, expires_at } };
    expect((await browser.get('/api/me')).json).toMatchObject(shown);
    await eventually(async () => expect(await there()).toMatchObject(shown), { timeoutMs: 1_000 });
    expect((await browser.get('/api/admin/users')).json.code).toBe('auth.forbidden');

    expect((await end(browser)).status).toBe(204);
    const own = (await browser.get('/api/me')).json;
    expect(own).toMatchObject({ id: admin.id, role: 'admin' });
    expect(own).not.toHaveProperty('impersonation');
    await eventually(async () => expect((await there()).id).toBe(admin.id), { timeoutMs: 1_000 });
    expect((await end(browser)).status).toBe(204);
    expect((await browser.get('/api/admin/users')).status).toBe(200);
  });

  it('tells of each change before it is made, makes none that could not be told, and none of the account', async () => {
    const [{ browser }, { user }] = [await account('admin'), await account('user')];
    await act(browser, user.id);
    const { acts } = world.identity;
    acts.length = 0;
    expect((await link(browser)).status).toBe(201);
    await browser.get('/api/links');
    const told = { operation: 'createLink', path: '/api/links' };
    expect(acts).toEqual([told]);
    // What stands behind the address may be a secret.
    await browser.post('/api/links?token=secret', { url: 'https://example.com' });
    expect(acts.splice(1)).toEqual([told]);
    const kept = await browser.patch('/api/me/settings', { display_mode: 'dark' });
    expect([kept.status, kept.json.code]).toEqual([403, 'auth.impersonation_forbidden']);
    const taken = await browser.post('/api/me/export', { current_password: 'secret-1' });
    expect([taken.status, taken.json.code]).toEqual([403, 'auth.impersonation_forbidden']);
    expect(world.exports.identity.begun).toEqual([]);
    expect(acts).toHaveLength(1);

    const before = world.links.links.size;
    world.identity.isUnableToRecord = true;
    try {
      expect((await link(browser)).status).toBe(503);
      expect(world.links.links.size).toBe(before);
      expect((await browser.get('/api/me')).status).toBe(200);
    } finally {
      world.identity.isUnableToRecord = false;
    }
    await end(browser);
    expect((await link(browser)).status).toBe(201);
    expect(acts).toHaveLength(1);
  });

  it('refuses pages that are of another account, users, and bodies that are wrong', async () => {
    const [{ browser, user: admin }, { browser: person, user }] = [await account('admin'), await account('user')];
    expect((await act(person, admin.id)).json.code).toBe('auth.forbidden');
    expect((await act(browser, randomUUID())).json.code).toBe('users.not_found');
    expect((await act(browser, user.id, { reason: 'x'.repeat(201) })).status).toBe(400);
    expect((await act(browser, user.id, { until: 'ever' })).status).toBe(400);
    browser.dropCsrfToken();
    expect((await act(browser, user.id)).json.code).toBe('request.csrf_invalid');
    await browser.takeCsrfToken();
    await act(browser, user.id);
    expect((await link(browser, { 'x-linkway-account': admin.id })).json.code).toBe('session.other_account');
    expect((await link(browser, { 'x-linkway-account': user.id })).status).toBe(201);
  });
});
