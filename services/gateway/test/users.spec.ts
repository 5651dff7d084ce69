import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@linkway/platform/testkit';
import type { Browser } from './support/browser.js';
import { freshEmail, useWorld } from './support/world.js';

const world = useWorld();
const AT = '/api/admin/users';

/** A browser with the session of an administrator. */
async function administrator(): Promise<Browser> {
  const browser = world.browser();
  const email = freshEmail();
  await browser.register(email);
  const account = world.identity.users.get(email);
  if (account) account.user.role = 'admin';
  await browser.takeCsrfToken();
  return browser;
}

/** Somebody who has made a link. */
async function customer() {
  const browser = world.browser();
  const email = freshEmail();
  await browser.register(email);
  await browser.takeCsrfToken();
  await browser.post('/api/links', { url: 'https://example.com' });
  const user = world.identity.users.get(email)?.user;
  if (!user) throw new Error('nobody was registered');
  return { browser, user };
}

describe('the list of users', () => {
  it('has links and clicks of each, whoever keeps them', async () => {
    const { user } = await customer();
    const answer = await (await administrator()).get(`${AT}?limit=100`);
    expect(answer.status).toBe(200);
    const { data, pagination } = answer.json as { data: { id: string }[]; pagination: object };
    expect(pagination).toMatchObject({ page: 1, limit: 100, total_pages: 1 });
    expect(data.find(({ id }) => id === user.id)).toMatchObject({
      email: user.email,
      role: 'user',
      status: 'active',
      links_count: 1,
      monthly_links_used: 1,
      clicks_count: 7,
      monthly_links_limit: 50,
    });
    // Of those who never made a link nobody tells.
    expect(data.filter(({ id }) => id !== user.id)).toContainEqual(
      expect.objectContaining({ links_count: 0, monthly_links_used: 0, clicks_count: 0 }),
    );
  });

  it('is asked for with what it is to be narrowed down by', async () => {
    const admin = await administrator();
    await admin.get(
      `${AT}?search=%20An%20&role=user&subscription_type=premium&status=suspended&sort=name_desc&page=3&limit=50`,
    );
    expect(world.identity.lastList).toEqual({
      search: 'An',
      role: 'user',
      subscription_type: 'premium',
      status: 'suspended',
      sort: 'name_desc',
      page: 3,
      limit: 50,
    });
    await admin.get(AT);
    expect(world.identity.lastList).toEqual({ sort: 'newest', page: 1, limit: 20 });
    for (const query of ['sort=clicks', 'role=owner', 'status=gone', 'limit=101', 'page=0']) {
      const { status, json } = await admin.get(`${AT}?${query}`);
      expect([status, json.code]).toEqual([400, 'request.invalid']);
    }
  });
});

describe('a user', () => {
  it('is shown, or is not known', async () => {
    const { user } = await customer();
    const admin = await administrator();
    expect((await admin.get(`${AT}/${user.id}`)).json).toMatchObject({ id: user.id, links_count: 1, clicks_count: 7 });
    const unknown = await admin.get(`${AT}/${randomUUID()}`);
    expect([unknown.status, unknown.json.code]).toEqual([404, 'users.not_found']);
    expect((await admin.get(`${AT}/first`)).status).toBe(404);
  });

  it('who is suspended is signed out on every node within a second', async () => {
    const { browser, user } = await customer();
    const other = await world.another();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const statuses = () =>
      Promise.all(
        [world.url, other.httpUrl ?? ''].map(
          async (base) => (await fetch(`${base}/api/me`, { headers: { cookie } })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200]);
    const answer = await (await administrator()).patch(`${AT}/${user.id}`, { status: 'suspended' });
    expect([answer.status, answer.json]).toEqual([
      200,
      expect.objectContaining({ status: 'suspended', links_count: 1 }),
    ]);
    await eventually(async () => expect(await statuses()).toEqual([401, 401]), { timeoutMs: 1_000 });
  });

  it('is changed by what was sent alone', async () => {
    const { user } = await customer();
    const admin = await administrator();
    await admin.patch(`${AT}/${user.id}`, { subscription_type: 'premium', subscription_end_date: null });
    expect(world.identity.lastUpdate).toEqual({
      id: user.id,
      changes: { subscription_type: 'premium', subscription_end_date: null },
    });
    const wrong = [
      [{ status: 'gone' }, 'request.invalid'],
      [{ role: 'owner' }, 'request.invalid'],
      [{ email: 'other@example.com' }, 'request.invalid'],
      [{ monthly_links_limit: -1 }, 'users.monthly_links_limit_invalid'],
      [{ monthly_links_limit: 1.5 }, 'users.monthly_links_limit_invalid'],
      [{ monthly_links_limit: '50' }, 'users.monthly_links_limit_invalid'],
      [{ subscription_end_date: 'tomorrow' }, 'users.subscription_end_date_invalid'],
      [{ subscription_end_date: '9999-12-31T23:59:59-01:00' }, 'users.subscription_end_date_invalid'],
    ] as const;
    for (const [body, code] of wrong) {
      const { status, json } = await admin.patch(`${AT}/${user.id}`, body);
      expect([body, status, json.code]).toEqual([body, 400, code]);
    }
  });
});

it('people are for administrators alone, and changes for pages of this site', async () => {
  const { browser, user } = await customer();
  const stranger = world.browser();
  const admin = await administrator();
  for (const path of [AT, `${AT}/${user.id}`]) {
    expect((await stranger.get(path)).status).toBe(401);
    const refused = await browser.get(path);
    expect([refused.status, refused.json.code]).toEqual([403, 'auth.forbidden']);
  }
  const before = world.identity.lastUpdate;
  const body = { role: 'admin' };
  expect((await stranger.patch(`${AT}/${user.id}`, body)).status).toBe(401);
  const refused = await browser.patch(`${AT}/${user.id}`, body);
  expect([refused.status, refused.json.code]).toEqual([403, 'auth.forbidden']);
  admin.dropCsrfToken();
  expect((await admin.patch(`${AT}/${user.id}`, body)).json.code).toBe('request.csrf_invalid');
  expect(world.identity.lastUpdate).toBe(before);
});

// Last: it takes the others away.
it('without links or analytics people are listed all the same, without figures that nobody knows', async () => {
  const { user } = await customer();
  const admin = await administrator();
  await world.services.analytics.stop();
  expect((await admin.get(`${AT}/${user.id}`)).json).toMatchObject({ links_count: 1, clicks_count: null });
  await world.services.links.stop();
  const list = await admin.get(`${AT}?limit=100`);
  expect(list.status).toBe(200);
  expect((list.json as { data: object[] }).data).toContainEqual(
    expect.objectContaining({ id: user.id, links_count: null, monthly_links_used: null, clicks_count: null }),
  );
});
