import { describe, expect, it } from '@jest/globals';
import {
  AUTO_DELETE_AFTER_DAYS,
  type LinkSettings,
  listLinksRpc,
  updateLinkRpc,
  userChanged,
} from '@linkway/contracts';
import { DataSource } from 'typeorm';
import { ExpiredLinks } from '../src/expiry/expired-links.js';
import { eventually, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const { second, main, closed, rented } = links;
type Owner = Awaited<ReturnType<typeof links.workspace>>;

let version = 1;
/** What identity tells of a choice. */
async function choose({ user_id, workspace_id }: Owner, settings: Partial<LinkSettings>): Promise<void> {
  version += 1;
  const state = { workspace_id, role: 'user', status: 'active', subscription_type: 'basic' } as const;
  const account = { ...state, monthly_links_limit: 1_000, version, ...settings };
  await links.publish(userChanged, { user_id, account });
  await eventually(async () =>
    expect(
      await links.query('SELECT 1 FROM workspaces WHERE workspace_id = $1 AND version = $2', [workspace_id, version]),
    ).toHaveLength(1),
  );
}

describe('the default domain of a workspace', () => {
  const domainOf = async (owner: Owner) => (await links.create(owner)).domain?.id;

  it('is where its links are made that ask for none, and no others', async () => {
    const [owner, other] = [await links.workspace(99), await links.workspace(99)];
    await choose(owner, { default_domain: second.id });
    expect(await domainOf(owner)).toBe(second.id);
    expect(await domainOf(other)).toBe(main.id);
    expect((await links.create(owner, { domain_id: main.id })).domain?.id).toBe(main.id);
    // Asked for together, each is told its own.
    const made = await Promise.all([owner, other, owner, other].map(domainOf));
    expect(made).toEqual([second.id, main.id, second.id, main.id]);
    await choose(owner, { default_domain: null });
    expect(await domainOf(owner)).toBe(main.id);
  });

  it.each([
    ['closed', closed.id],
    ['to be paid for', rented.id],
    ['unknown', uuidv7()],
  ])('gives way to the main one where it is %s', async (_, default_domain) => {
    const owner = await links.workspace(99);
    await choose(owner, { default_domain });
    expect(await domainOf(owner)).toBe(main.id);
  });

  it('is none where a former release tells of the account', async () => {
    const owner = await links.workspace(99);
    await choose(owner, { default_domain: second.id });
    await choose(owner, {});
    expect(await domainOf(owner)).toBe(main.id);
  });
});

describe('links that have expired', () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const long = ago(AUTO_DELETE_AFTER_DAYS + 1);
  const deleteSome = () => links.service.get<ExpiredLinks>(ExpiredLinks).deleteSome();
  const expire = async (id: string, expires_at: Date) =>
    links.query('UPDATE short_links SET expires_at = $2, updated_at = $2 WHERE id = $1', [id, expires_at]);
  const idsOf = async (owner: Owner) =>
    (await links.call(listLinksRpc, { page: 1, limit: 100 }, owner)).data.map(({ id }) => id);
  const since = (days: number) => ({ auto_delete_links_since: ago(days).toISOString() });

  it('are deleted, days after, of those who chose that, and told as any that is deleted', async () => {
    const [owner, other] = [await links.workspace(99), await links.workspace(99)];
    const [old, young, open] = await links.createMany(3, owner);
    const [stays] = await links.createMany(1, other);
    if (!old || !young || !open || !stays) throw new Error('not made');
    await expire(old.id, long);
    await expire(young.id, ago(AUTO_DELETE_AFTER_DAYS - 1));
    await expire(stays.id, long);
    await choose(owner, since(30));
    expect(await deleteSome()).toBeUndefined();
    expect((await idsOf(owner)).toSorted()).toEqual([young.id, open.id].toSorted());
    expect(await idsOf(other)).toEqual([stays.id]);
    await eventually(() => {
      const told = links.eventsOf(old.id).at(-1);
      expect(told?.subject).toBe('evt.links.link-deleted.v1');
      expect(told?.data).toMatchObject({ workspace_id: owner.workspace_id, key: { code: old.short_code, version: 2 } });
    });
    // The code stays with its workspace.
    expect(await refusal(links.create(other, { custom_code: old.short_code }))).toBe('links.code_taken');
    expect(await refusal(links.create(owner, { custom_code: old.short_code }))).toBe('none');
  });

  it('are told to their owner by their number, once a round is over, and so is each workspace', async () => {
    const [owner, other] = [await links.workspace(999), await links.workspace(999)];
    const [many, few] = [await links.createMany(120, owner), await links.createMany(2, other)];
    for (const { id } of [...many, ...few]) await expire(id, long);
    for (const each of [owner, other]) await choose(each, since(30));
    for (let pause = await deleteSome(); pause !== undefined; ) pause = await deleteSome();
    await deleteSome();
    await eventually(() => {
      const told = links.notifications.filter(({ workspace_id }) =>
        [owner.workspace_id, other.workspace_id].includes(workspace_id),
      );
      const sums = [owner, other].map(({ workspace_id }) =>
        told.filter((one) => one.workspace_id === workspace_id).map(({ variables }) => variables.count),
      );
      expect(sums).toEqual([['120'], ['2']]);
      expect(new Set(told.map(({ notification }) => notification))).toEqual(new Set(['expired_links_deleted']));
      expect(new Set(told.map(({ key }) => key)).size).toBe(2);
    });
    expect(await links.query('SELECT 1 FROM expired_deletions')).toEqual([]);
  });

  it('before somebody chose that count from then', async () => {
    const owner = await links.workspace(99);
    const { id } = await links.create(owner);
    await expire(id, ago(400));
    await choose(owner, since(AUTO_DELETE_AFTER_DAYS - 1));
    await deleteSome();
    expect(await idsOf(owner)).toEqual([id]);
    await choose(owner, since(AUTO_DELETE_AFTER_DAYS + 1));
    await choose(owner, { auto_delete_links_since: null });
    await deleteSome();
    expect(await idsOf(owner)).toEqual([id]);
  });

  it('by a time that lies back and was given today stay as long', async () => {
    const owner = await links.workspace(99);
    const { id } = await links.create(owner);
    await choose(owner, since(30));
    await links.call(updateLinkRpc, { id, changes: { expires_at: '2020-01-01T00:00:00Z' } }, owner);
    await deleteSome();
    expect(await idsOf(owner)).toEqual([id]);
    await links.query('UPDATE short_links SET updated_at = $2 WHERE id = $1', [id, long]);
    await deleteSome();
    expect(await idsOf(owner)).toEqual([]);
  });

  it('are left where they get another time meanwhile', async () => {
    const owner = await links.workspace(99);
    const { id } = await links.create(owner);
    await expire(id, long);
    await choose(owner, since(30));
    const runner = links.service.get<DataSource>(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('UPDATE short_links SET expires_at = NULL WHERE id = $1', [id]);
    await deleteSome();
    await runner.commitTransaction();
    await runner.release();
    await deleteSome();
    expect(await idsOf(owner)).toEqual([id]);
  });

  it('are deleted each once, however many processes do it, and count as no change of their owner', async () => {
    const owner = await links.workspace(999);
    const made = await links.createMany(150, owner);
    await links.query('UPDATE short_links SET expires_at = $2, updated_at = $2 WHERE tenant_id = $1', [
      owner.workspace_id,
      long,
    ]);
    await choose(owner, since(30));
    const changes = () => links.query('SELECT used FROM change_usage WHERE key = $1', [owner.workspace_id]);
    const before = await changes();
    // More than fit in one round.
    while ((await Promise.all([deleteSome(), deleteSome()])).includes(0));
    await deleteSome();
    expect(await idsOf(owner)).toEqual([]);
    expect(await changes()).toEqual(before);
    const deletions = (id: string) =>
      links.eventsOf(id).filter(({ subject }) => subject === 'evt.links.link-deleted.v1').length;
    await eventually(() => expect(made.every(({ id }) => deletions(id) === 1)).toBe(true));
  });

  it('that cannot be deleted hold up no other', async () => {
    const owner = await links.workspace(99);
    const [broken, sound] = await links.createMany(2, owner);
    if (!broken || !sound) throw new Error('not made');
    await links.query('UPDATE short_links SET expires_at = $2, updated_at = $2 WHERE tenant_id = $1', [
      owner.workspace_id,
      long,
    ]);
    await links.query('UPDATE codes SET is_live = false WHERE code = $1', [broken.short_code]);
    await choose(owner, since(30));
    await deleteSome();
    expect(await links.query('SELECT id FROM short_links WHERE tenant_id = $1', [owner.workspace_id])).toEqual([
      { id: broken.id },
    ]);
  });
});
