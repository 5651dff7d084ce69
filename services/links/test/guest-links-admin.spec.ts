import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AuditRecord,
  type Caller,
  claimLinksRpc,
  deleteExpiredGuestLinksRpc,
  deleteGuestLinkRpc,
  linksAuditRecorded,
  listGuestLinksRpc,
  type RpcInput,
} from '@linkway/contracts';
import { EventTail } from '@linkway/platform';
import { DataSource } from 'typeorm';
import { ExampleService } from '../src/example/example.service.js';
import {
  analytics,
  callerOf,
  deviceId,
  eventually,
  guestClicks,
  outcomes,
  refusal,
  refused,
  useLinks,
  uuidv7,
} from './harness.js';

const links = useLinks({
  GUEST_DAILY_LIMIT: '100000',
  CHANGES_PER_HOUR: '100000',
  EXAMPLE_URL: 'https://app.example/',
});
const admin = callerOf(undefined, { role: 'admin' });
type Query = Partial<RpcInput<typeof listGuestLinksRpc>>;

const list = (query: Query = {}, caller: Caller = admin) => links.call(listGuestLinksRpc, query, caller);
const codes = async (query?: Query) => (await list(query)).data.map(({ short_code }) => short_code);
const remove = (id: string, caller: Caller = admin) => links.call(deleteGuestLinkRpc, { id }, caller);
const removeExpired = (caller: Caller = admin) => links.call(deleteExpiredGuestLinksRpc, {}, caller);
const EXAMPLE = '01900000-0000-7000-8000-00000000e4a1';
/** But for the installation's own link, which each process that starts makes anew. */
const rows = async () =>
  (await links.query<{ n: number }>('SELECT count(*)::int AS n FROM short_links WHERE id <> $1', [EXAMPLE]))[0]?.n;

/** All pages of a list, by its cursor, with how many each had. */
async function turned(query: Query = {}) {
  const found: string[] = [];
  const sizes: number[] = [];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof list>> = await list({ ...query, ...(after && { starting_after: after }) });
    found.push(...page.data.map(({ id }) => id));
    sizes.push(page.data.length);
    after = page.pagination.next_starting_after;
    if (after === null) return { found, sizes };
  }
}

/** As guests made them, one a minute up to now, the last of them first; with codes of their own. */
async function made(count: number, { prefix = 'g', expiredMinutes = null as number | null } = {}): Promise<string[]> {
  const found = await links.query<{ id: string }>(
    `WITH new AS (
       SELECT gen_random_uuid() AS id, $2 || lpad(n::text, 6, '0') AS code, now() - n * interval '1 minute' AS created_at
       FROM generate_series(1, $1::int) AS n),
     codes AS (
       INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
       SELECT code, 'go.example', NULL, id, true, 1, now() FROM new)
     INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, selected_domain_id, title, description, device_id,
       device_targeting, hide_referrer, query_passing, custom_preview, system_targeting, location_targeting, is_active, version, created_at, updated_at, expires_at)
     SELECT id, id, NULL, NULL, 'https://example.com/' || code, 'go.example', code, $3, '', '', 'device', '{}', false, 'off', '{}', '{}', '{}', true, 1,
       created_at, created_at, CASE WHEN $4::int IS NULL THEN NULL ELSE now() - $4::int * interval '1 minute' END
     FROM new ORDER BY created_at DESC RETURNING id`,
    [count, prefix, links.main.id, expiredMinutes],
  );
  return found.map(({ id }) => id);
}

const acts: AuditRecord[] = [];
let isHeard = false;

beforeEach(async () => {
  await links.query('DELETE FROM short_links');
  await links.query('DELETE FROM codes');
  await links.query('DELETE FROM guest_sweeps');
  acts.splice(0);
  if (isHeard) return;
  isHeard = true;
  links.neighbours.get<EventTail>(EventTail).follow([linksAuditRecorded], (data) => void acts.push(data));
});
afterEach(() => {
  analytics.isAway = false;
  guestClicks.clear();
});

describe("the list of guests' links", () => {
  it('tells what they are, newest first, and nothing of who made them', async () => {
    const first = await links.createGuest({ url: 'https://example.com/one' });
    const second = await links.createGuest({ url: 'https://example.com/two' });
    await links.create(callerOf());
    guestClicks.set(second.id, 12);
    const { data, pagination } = await list();
    expect(data).toEqual([
      {
        id: second.id,
        short_code: second.short_code,
        short_url: second.short_url,
        original_url: 'https://example.com/two',
        domain: { id: links.main.id, domain_name: links.main.domain_name },
        is_active: true,
        is_quarantined: false,
        created_at: second.created_at,
        expires_at: null,
        clicks_count: 12,
      },
      expect.objectContaining({ id: first.id, clicks_count: 0 }),
    ]);
    expect(pagination).toEqual({ limit: 10, total: 2, total_is_least: false, next_starting_after: null });
    expect((await list({ sort: 'oldest' })).data.map(({ id }) => id)).toEqual([first.id, second.id]);
    await links.query(`UPDATE short_links SET quarantine = '{"reason":"phishing"}' WHERE id = $1`, [first.id]);
    expect((await list()).data.map(({ is_quarantined }) => is_quarantined)).toEqual([false, true]);
  });

  it('has neither the link of the installation nor those that were taken over', async () => {
    const device_id = deviceId();
    const { id } = await links.createGuest({ device_id });
    await links.service.get<ExampleService>(ExampleService).keep();
    expect(await links.query('SELECT 1 FROM short_links WHERE id = $1', [EXAMPLE])).toHaveLength(1);
    expect((await list()).data.map((link) => link.id)).toEqual([id]);
    await links.call(claimLinksRpc, { device_id, link_ids: [id] }, callerOf());
    expect((await list()).data).toEqual([]);
    expect(await refusal(remove(id))).toBe('links.not_found');
    expect(await refusal(remove(EXAMPLE))).toBe('links.not_found');
  });

  it('has each once, whatever is made and deleted while its pages are turned', async () => {
    const ids = await made(25);
    const first = await list();
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 10));
    expect(first.pagination).toMatchObject({ total: 25, total_is_least: false });
    await links.createGuest();
    await remove(ids[3] ?? '');
    await remove(ids[9] ?? '');
    const { found, sizes } = await turned({ starting_after: first.pagination.next_starting_after ?? '' });
    expect(sizes[0]).toBe(10);
    expect(found).toEqual([...new Set(found)]);
    const rest = await list({ starting_after: first.pagination.next_starting_after ?? '' });
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(10, 20));
    expect((await turned({ sort: 'oldest', limit: 7 })).found.slice(0, 23)).toEqual(
      ids.filter((_, n) => n !== 3 && n !== 9).toReversed(),
    );
    expect(await refusal(list({ starting_after: 'abc' }))).toBe('links.starting_after_invalid');
  });

  it('is of a time, and counted up to a bound', async () => {
    await made(10_050);
    expect((await list()).pagination).toMatchObject({ total: 10_001, total_is_least: true });
    const created_from = new Date(Date.now() - 30.5 * 60_000).toISOString();
    const created_to = new Date(Date.now() - 10.5 * 60_000).toISOString();
    expect((await list({ created_from, created_to })).pagination).toMatchObject({ total: 20, total_is_least: false });
    expect((await turned({ created_from, created_to, limit: 8 })).sizes).toEqual([8, 8, 4]);
  });

  it('is of those that have expired, or of the others', async () => {
    const expired = await made(3, { prefix: 'old', expiredMinutes: 5 });
    const ending = await made(2, { prefix: 'end', expiredMinutes: -5 });
    const endless = await made(2, { prefix: 'new' });
    expect((await list({ expired: 'true' })).data.map(({ id }) => id).toSorted()).toEqual(expired.toSorted());
    expect((await list({ expired: 'true' })).pagination).toMatchObject({ total: 3, total_is_least: false });
    expect((await list({ expired: 'false' })).data.map(({ id }) => id).toSorted()).toEqual(
      [...ending, ...endless].toSorted(),
    );
    expect((await list({ expired: 'false' })).pagination).toMatchObject({ total: 4, total_is_least: false });
  });

  it('is searched by code and destination, a link with that very code first', async () => {
    const wanted = await links.createGuest({ url: 'https://shop.example.com/Áo-dài', custom_code: 'tet2027' });
    await made(30);
    const other = await links.createGuest({ url: 'https://example.com/about-tet2027' });
    expect(await codes({ search: 'ao-dai' })).toEqual(['tet2027']);
    expect(await codes({ search: 'tet2027' })).toEqual(['tet2027', other.short_code]);
    expect((await list({ search: 'tet2027' })).pagination).toMatchObject({ total: 2, total_is_least: false });
    expect(await codes({ search: wanted.short_url })).toEqual(['tet2027']);
    expect(await codes({ search: 'go.example/tet2' })).toEqual(['tet2027']);
    expect(await codes({ search: 'second.example/tet2027' })).toEqual([]);
    expect((await turned({ search: 'example.com', limit: 9 })).found).toHaveLength(32);
    expect((await turned({ search: 'tet2027', limit: 1 })).found).toHaveLength(2);
    expect(await codes({ search: 'tet2027', expired: 'true' })).toEqual([]);
  });

  it('finds a link by its code behind very many others', async () => {
    const [last] = await made(1, { prefix: 'first-of-all' });
    await links.query("UPDATE short_links SET created_at = now() - interval '1 year' WHERE id = $1", [last]);
    await made(30_000);
    expect((await list({ search: 'first-of-all000001' })).data.map(({ id }) => id)).toEqual([last]);
    expect((await list({ search: 'of-all000001' })).data.map(({ id }) => id)).toEqual([last]);
    // It stands behind those that are counted.
    expect((await list({ search: 'of-all000001' })).pagination).toMatchObject({ total: 1, total_is_least: true });
  });

  it('is filtered by clicks, through the next links in portions', async () => {
    const ids = await made(2_600);
    const counts = { [0]: 7, [700]: 10, [1_500]: 11, [2_000]: 50, [2_599]: 51 };
    for (const [n, clicks] of Object.entries(counts)) guestClicks.set(ids[Number(n)] ?? '', clicks);
    const clicksOf = async (clicks: 'low' | 'medium' | 'high') =>
      (await list({ clicks })).data.map(({ clicks_count }) => clicks_count);
    expect(await clicksOf('low')).toEqual([7, 10]);
    expect(await clicksOf('medium')).toEqual([11, 50]);
    expect(await clicksOf('high')).toEqual([51]);
    expect((await list({ clicks: 'low' })).pagination).toMatchObject({ total: 2, total_is_least: false });
    const none = await turned({ clicks: 'none', limit: 100 });
    expect(none.found).toEqual(ids.filter((id) => !guestClicks.has(id)));
    expect(await codes({ clicks: 'low', search: 'g000001' })).toEqual(['g000001']);
    expect(await codes({ clicks: 'high', search: 'g000001' })).toEqual([]);
  });

  it('says that clicks are unknown while analytics is away, and refuses to filter by them', async () => {
    await made(2);
    analytics.isAway = true;
    expect((await list()).data.map(({ clicks_count }) => clicks_count)).toEqual([null, null]);
    expect(await refused(list({ clicks: 'none' }))).toMatchObject({ code: 'links.clicks_unavailable', status: 503 });
  });

  it('is for administrators alone', async () => {
    const key: Caller = {
      kind: 'api_key',
      role: 'admin',
      user_id: admin.user_id,
      workspace_id: admin.workspace_id,
      api_key_id: uuidv7(),
      permissions: ['links:read', 'links:write', 'analytics:read', 'domains:read'],
    };
    const [id = ''] = await made(1, { expiredMinutes: 5 });
    for (const caller of [callerOf(), key])
      expect(await outcomes([list({}, caller), remove(id, caller), removeExpired(caller)])).toEqual({
        'auth.forbidden': 3,
      });
    expect(await rows()).toBe(1);
  });
});

describe("the deletion of a guest's link", () => {
  it('is told once, however many ask for it at once, is in the audit log, and its code stays reserved', async () => {
    const { id, short_code, short_url } = await links.createGuest({ custom_code: 'taken-for-good' });
    expect(await outcomes(Array.from({ length: 5 }, () => remove(id)))).toEqual({ none: 1, 'links.not_found': 4 });
    await eventually(() =>
      expect(links.eventsOf(id).map(({ subject }) => subject)).toEqual([
        'evt.links.link-created.v1',
        'evt.links.link-deleted.v1',
      ]),
    );
    expect(links.eventsOf(id).at(-1)?.data).toMatchObject({
      workspace_id: null,
      key: { code: short_code, version: 2 },
    });
    await eventually(() => expect(acts).toHaveLength(1));
    expect(acts[0]).toMatchObject({
      action: 'guest_links.deleted',
      user_id: admin.user_id,
      target: { kind: 'link', id, name: short_url.replace('https://', '') },
    });
    expect(await refusal(links.createGuest({ custom_code: 'taken-for-good' }))).toBe('links.code_taken');
    expect(await refusal(remove(uuidv7()))).toBe('links.not_found');
  });

  it('never is of a link of a workspace', async () => {
    const { id } = await links.create(callerOf());
    expect(await refusal(remove(id))).toBe('links.not_found');
    expect(await rows()).toBe(1);
  });
});

describe("the deletion of guests' expired links", () => {
  it('says that there are none', async () => {
    await made(2, { expiredMinutes: -5 });
    expect(await removeExpired()).toEqual({ deleted: 0, is_done: true });
    expect(await rows()).toBe(2);
  });

  it('takes those of guests alone, each told with its code, and is in the audit log once', async () => {
    const expired = await made(250, { prefix: 'old', expiredMinutes: 5 });
    await made(3, { prefix: 'new' });
    const own = await links.create(callerOf());
    await links.query("UPDATE short_links SET expires_at = now() - interval '1 day' WHERE id = $1", [own.id]);
    expect(await removeExpired()).toEqual({ deleted: 250, is_done: true });
    expect(await rows()).toBe(4);
    await eventually(() => expect(expired.filter((id) => links.eventsOf(id).length === 1)).toHaveLength(250));
    expect(links.eventsOf(expired[0] ?? '')[0]?.data).toMatchObject({ key: { host: 'go.example', version: 2 } });
    expect(
      await links.query("SELECT 1 FROM codes WHERE code LIKE 'old%' AND host = 'go.example' AND is_live"),
    ).toHaveLength(0);
    await eventually(() => expect(acts).toHaveLength(1));
    expect(acts[0]).toMatchObject({
      action: 'guest_links.expired_deleted',
      user_id: admin.user_id,
      target: null,
      details: { links: 250 },
    });
    expect(await links.query('SELECT 1 FROM guest_sweeps WHERE asked_by IS NOT NULL')).toHaveLength(0);
    expect(await removeExpired()).toEqual({ deleted: 0, is_done: true });
  });

  it('deletes each once while several processes do the same, and is one deletion for all who ask', async () => {
    const other = await links.start();
    const expired = await made(1_500, { prefix: 'many', expiredMinutes: 5 });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => removeExpired(callerOf(undefined, { role: 'admin' }))),
    );
    for (const { deleted, is_done } of answers) expect([deleted, is_done]).toEqual([1_500, true]);
    await eventually(() => expect(expired.filter((id) => links.eventsOf(id).length > 0)).toHaveLength(1_500), {
      timeoutMs: 30_000,
    });
    expect(expired.filter((id) => links.eventsOf(id).length > 1)).toEqual([]);
    await eventually(() => expect(acts).toHaveLength(1));
    expect(acts[0]?.details).toEqual({ links: 1_500 });
    await other.stop();
  });

  it('goes on in another process where one was killed', async () => {
    const expired = await made(220, { prefix: 'left', expiredMinutes: 5 });
    // As the process leaves it that began, and was killed after its first portions.
    const asked = { user: { id: admin.user_id }, ip: '192.0.2.7' };
    await links.query('INSERT INTO guest_sweeps (id, asked_by, deleted) VALUES ($1, $2, 300)', [uuidv7(), asked]);
    const other = await links.start();
    await eventually(async () => expect(await rows()).toBe(0), { timeoutMs: 30_000 });
    await eventually(() => expect(acts).toHaveLength(1));
    expect(acts[0]).toMatchObject({ user_id: admin.user_id, ip: '192.0.2.7', details: { links: 520 } });
    await eventually(() => expect(expired.filter((id) => links.eventsOf(id).length === 1)).toHaveLength(220));
    await other.stop();
  });

  it('passes by a link that somebody has in hand, and ends once it is free', async () => {
    const [held = ''] = await made(3, { expiredMinutes: 5 });
    const runner = links.service.get<DataSource>(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM short_links WHERE id = $1 FOR UPDATE', [held]);
    const asking = removeExpired();
    await eventually(async () => expect(await rows()).toBe(1));
    await runner.rollbackTransaction();
    await runner.release();
    expect(await asking).toEqual({ deleted: 3, is_done: true });
  });

  it('tells how far it is where it takes long, takes along what has expired since, and ends by itself', async () => {
    const [held = ''] = await made(3, { expiredMinutes: 5 });
    const runner = links.service.get<DataSource>(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT 1 FROM short_links WHERE id = $1 FOR UPDATE', [held]);
    try {
      expect(await removeExpired()).toEqual({ deleted: 2, is_done: false });
      await made(2, { prefix: 'since', expiredMinutes: 0 });
      expect(await removeExpired()).toEqual({ deleted: 4, is_done: false });
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
    await eventually(async () => expect(await rows()).toBe(0));
    await eventually(() => expect(acts.filter(({ details }) => details?.links === 5)).toHaveLength(1));
    expect(acts.filter(({ details }) => details?.links === 2 || details?.links === 4)).toEqual([]);
  });

  it('takes a link whose code leads elsewhere along, and holds up no other for it', async () => {
    const [broken = ''] = await made(2, { expiredMinutes: 5 });
    await links.query('UPDATE codes SET link_id = $2 WHERE link_id = $1', [broken, uuidv7()]);
    expect(await removeExpired()).toEqual({ deleted: 2, is_done: true });
  });
});

describe("the end of guests' links", () => {
  it('is as the operator says, of new links alone, and is told to the guest', async () => {
    const before = await links.createGuest();
    expect(before.expires_at).toBeNull();
    const ending = await links.start({ GUEST_LINK_DAYS: '30' });
    // Either process may answer.
    await eventually(async () => {
      const { id, expires_at, created_at } = await links.createGuest();
      expect(Date.parse(expires_at ?? '') - Date.parse(created_at)).toBeLessThanOrEqual(30 * 86_400_000 + 1_000);
      expect(Date.parse(expires_at ?? '') - Date.parse(created_at)).toBeGreaterThan(30 * 86_400_000 - 5_000);
      await eventually(() => expect(links.eventsOf(id)[0]?.data.route).toMatchObject({ expires_at }));
      expect((await list()).data.find((link) => link.id === id)?.expires_at).toBe(expires_at);
    });
    await ending.stop();
  });
});
