import { beforeAll, describe, expect, it } from '@jest/globals';
import { getUserRpc, type SessionStarted } from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { startService, useServers } from '@linkway/platform/testkit';
import service from '../src/main.js';
import { administrator, change, list } from './administrator.js';
import { askAs, outcomeOf, register, SETTINGS, sql } from './identity.js';
import { inSession, turnOn } from './two-factor.js';

const servers = useServers({ postgres: true, nats: true });
let running: RunningService;
let admin: SessionStarted;
/** By their addresses. */
const people = new Map<string, SessionStarted>();
const PEOPLE = [
  ['binh@example.com', 'Trần Bình'],
  ['an@example.com', 'Nguyễn Văn An'],
  ['chi_50%@example.org', 'Đỗ Chi'],
  ['dung@example.com', 'an Dũng'],
] as const;
beforeAll(async () => {
  running = await startService(service, { ...servers.env('list', SETTINGS), NATS_USER: 'identity' });
  admin = await administrator(running);
  for (const [email, full_name] of PEOPLE) {
    // What an address may not have is put in afterwards.
    const session = await register(running, { email: email.replace(/[%]/g, ''), full_name });
    await sql(running, 'UPDATE users SET email = $2, email_lower = $2 WHERE id = $1', [session.user.id, email]);
    people.set(email, session);
  }
}, 90_000);

const idOf = (email: string): string => people.get(email)?.user.id ?? '';
const namesOf = async (query: Parameters<typeof list>[2]) => {
  const { data, pagination } = await list(running, admin, query);
  return { names: data.map(({ email }) => email.split('@')[0]), total: pagination.total };
};

describe('the list of accounts', () => {
  it.each([
    ['newest', ['dung', 'chi_50%', 'an', 'binh', 'admin']],
    ['oldest', ['admin', 'binh', 'an', 'chi_50%', 'dung']],
    ['email', ['admin', 'an', 'binh', 'chi_50%', 'dung']],
    ['email_desc', ['dung', 'chi_50%', 'binh', 'an', 'admin']],
    ['name', ['admin', 'dung', 'chi_50%', 'an', 'binh']],
    ['name_desc', ['binh', 'an', 'chi_50%', 'dung', 'admin']],
  ] as const)('is in the order of %s', async (sort, names) => {
    expect(await namesOf({ sort })).toEqual({ names, total: 5 });
  });

  it('has pages', async () => {
    const page = (number: number) => list(running, admin, { sort: 'email', page: number, limit: 2 });
    const [first, third, fourth] = [await page(1), await page(3), await page(4)];
    expect(first.pagination).toEqual({ page: 1, limit: 2, total: 5, total_pages: 3 });
    expect(first.data.map(({ email }) => email)).toEqual(['admin@example.com', 'an@example.com']);
    expect(third.data.map(({ email }) => email)).toEqual(['dung@example.com']);
    expect(fourth).toEqual({ data: [], pagination: { page: 4, limit: 2, total: 5, total_pages: 3 } });
  });

  it.each([
    ['BINH@', ['binh']],
    ['example.org', ['chi_50%']],
    ['nguyễn văn', ['an']],
    ['nguyen van a', ['an']],
    ['TRẦN', ['binh']],
    ['do chi', ['chi_50%']],
    ['an', ['an', 'binh', 'dung']],
    ['u', ['an', 'dung']],
    ['%', ['chi_50%']],
    ['_', ['chi_50%']],
    ['\\', []],
    ['nobody', []],
  ])('finds %j in addresses and names', async (search, names) => {
    expect(await namesOf({ search, sort: 'email' })).toEqual({ names, total: names.length });
  });

  it('finds somebody by the name that they have now', async () => {
    const id = idOf('binh@example.com');
    await sql(running, "UPDATE users SET full_name = 'Lê Bình' WHERE id = $1", [id]);
    expect(await namesOf({ search: 'le binh' })).toEqual({ names: ['binh'], total: 1 });
    await sql(running, "UPDATE users SET full_name = 'Trần Bình' WHERE id = $1", [id]);
    expect((await namesOf({ search: 'le binh' })).total).toBe(0);
  });

  it('has those alone that are of a role, a plan or a status', async () => {
    await change(running, admin, idOf('an@example.com'), { status: 'suspended' });
    await change(running, admin, idOf('binh@example.com'), { status: 'disabled', subscription_type: 'premium' });
    expect(await namesOf({ role: 'admin' })).toEqual({ names: ['admin'], total: 1 });
    expect(await namesOf({ status: 'suspended' })).toEqual({ names: ['an'], total: 1 });
    expect(await namesOf({ status: 'disabled', subscription_type: 'premium' })).toEqual({ names: ['binh'], total: 1 });
    expect(await namesOf({ subscription_type: 'premium', search: 'an' })).toEqual({ names: ['binh'], total: 1 });
    expect(await namesOf({ subscription_type: 'basic', sort: 'email', limit: 2 })).toEqual({
      names: ['admin', 'an'],
      total: 4,
    });
    for (const email of ['an@example.com', 'binh@example.com']) {
      await change(running, admin, idOf(email), { status: 'active', subscription_type: 'basic' });
    }
  });

  it('tells of an account what an administrator needs, and none of its secrets', async () => {
    const session = people.get('dung@example.com') as SessionStarted;
    await turnOn(running, session);
    const { data } = await list(running, admin, { search: 'dung@' });
    expect(data).toEqual([
      {
        id: session.user.id,
        email: 'dung@example.com',
        full_name: 'an Dũng',
        role: 'user',
        status: 'active',
        workspace_id: session.user.id,
        subscription_type: 'basic',
        subscription_end_date: null,
        monthly_links_limit: 50,
        phone: null,
        avatar_url: null,
        email_verified_at: null,
        deletion_at: null,
        two_factor_enabled: true,
        last_sign_in_at: expect.any(String),
        created_at: session.user.created_at,
      },
    ]);
    expect(await inSession(running, admin, getUserRpc, { id: session.user.id })).toEqual(data[0]);
    expect(await outcomeOf(inSession(running, admin, getUserRpc, { id: '0199a1b2-0000-7000-8000-00000000dead' }))).toBe(
      'users.not_found',
    );
  });

  it('is for administrators alone', async () => {
    expect(await outcomeOf(askAs(running, 'user', getUserRpc, { id: idOf('an@example.com') }))).toBe('auth.forbidden');
    const user = people.get('an@example.com') as SessionStarted;
    expect(await outcomeOf(list(running, user))).toBe('auth.forbidden');
  });
});

it('a search does without its index where the server has no pg_trgm', async () => {
  expect(await sql(running, "SELECT 1 AS there FROM pg_indexes WHERE indexname = 'users_search_idx'")).toEqual([
    { there: 1 },
  ]);
  await sql(running, 'DROP INDEX users_search_idx');
  expect(await namesOf({ search: 'binh' })).toEqual({ names: ['binh'], total: 1 });
});
