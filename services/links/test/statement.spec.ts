import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { deleteLinkRpc, getQuotaRpc, resolveKeysRpc, routeVersionsRpc, updateLinkRpc } from '@linkway/contracts';
import { withDeadline } from '@linkway/platform';
import { sentStatements } from '@linkway/platform/testkit';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { CodeService } from '../src/code/code.service.js';
import { ChangeRepository } from '../src/link/change.repository.js';
import { CreationRepository } from '../src/link/creation.repository.js';
import { LinkCreation } from '../src/link/link.creation.js';
import { LinkService } from '../src/link/link.service.js';
import { callerOf, eventually, outcomes, refusal, useLinks, uuidv7 } from './harness.js';

const links = useLinks();
const creation = () => links.service.get<LinkCreation>(LinkCreation);
afterEach(() => void jest.restoreAllMocks());

/** As TypeORM asks for one. */
const connectionOf = (pool: pg.Pool): Promise<pg.PoolClient> =>
  new Promise((resolve, reject) => {
    pool.connect((error, client) => (client ? resolve(client) : reject(error)));
  });

/** What the service itself sends to its database meanwhile, but for the relay of its outbox. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const own = (await sentStatements(work)).filter(({ ofWork }) => ofWork).map(({ name, text }) => name ?? text);
  return own.filter(
    (text) =>
      !text.includes('SKIP LOCKED') &&
      (text.startsWith('links-') || /quota_usage|codes|short_links|idempotency|domains/.test(text)),
  );
}

/** A member with a link, the counter of whose month nobody else may touch until `release`. */
async function whileMonthIsLocked(
  work: (caller: ReturnType<typeof callerOf>, release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const caller = callerOf();
  const blocker = new pg.Client({ connectionString: links.servers.databaseUrl('links') });
  await blocker.connect();
  try {
    await links.create(caller);
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM quota_usage WHERE workspace_id = $1 FOR UPDATE', [caller.workspace_id]);
    await work(caller, () => blocker.query('COMMIT'));
  } finally {
    await blocker.end();
  }
}

describe('a creation', () => {
  it('is one statement, behind one question', async () => {
    const caller = callerOf();
    const request = { url: 'https://example.com/', title: 'One' };
    expect(await statementsOf(() => creation().forUser(request, 'key', caller as never))).toEqual([
      'links-look',
      'links-create-once',
    ]);
    jest.restoreAllMocks();
    expect(await statementsOf(() => creation().forUser(request, null, caller as never))).toEqual([
      'links-look',
      'links-create',
    ]);
  });

  it('asks about the domains of many with few questions', async () => {
    const caller = callerOf();
    const requests = Array.from({ length: 30 }, (_, n) => ({
      url: n === 7 ? 'https://go.example:8443/loop' : `https://example.com/${n}`,
      ...(n % 3 === 1 ? { domain_id: links.second.id } : n % 3 === 2 ? { domain_id: links.closed.id } : {}),
    }));
    let told: string[] = [];
    const sent = await statementsOf(async () => {
      const made = requests.map((request) => refusal(creation().forUser(request, null, caller as never)));
      told = await Promise.all(made);
    });
    expect(sent.filter((name) => name === 'links-look').length).toBeLessThan(10);
    for (const [n, outcome] of told.entries()) {
      const expected = n === 7 ? 'links.url_loop' : n % 3 === 2 ? 'links.domain_unavailable' : 'none';
      expect([n, outcome]).toEqual([n, expected]);
    }
    const on = await links.query<{ count: string }>(
      'SELECT count(*) FROM short_links WHERE workspace_id = $1 AND selected_domain_id = $2',
      [caller.workspace_id, links.second.id],
    );
    expect(Number(on[0]?.count)).toBe(9);
  });

  it('stays exact when 80 come at once, each twice with its key', async () => {
    const caller = await links.workspace(11);
    // Of one workspace few are worked on at once, so that some are told to come again where the machine is slow.
    const make = async (key: string): Promise<unknown> => {
      try {
        return await links.create(caller, {}, key);
      } catch (error) {
        if ((error as { code?: string }).code !== 'service.busy') throw error;
        return make(key);
      }
    };
    const counts = await outcomes(Array.from({ length: 80 }, (_, i) => make(`key-${i % 40}`)));
    // Each link that was made is told twice, by its key.
    expect(counts).toEqual({ none: 22, 'links.monthly_limit': 58 });
    expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 11, monthly_links_used: 11 });
    const of = [caller.workspace_id];
    const scope = [`workspace:${caller.workspace_id}`];
    expect(await links.query('SELECT 1 FROM codes WHERE workspace_id = $1', of)).toHaveLength(11);
    expect(await links.query('SELECT 1 FROM change_usage WHERE key = $1 AND used = 11', of)).toHaveLength(1);
    expect(await links.query('SELECT 1 FROM idempotency_keys WHERE scope = $1', scope)).toHaveLength(11);
    const events = () => links.events.filter(({ data }) => data.route?.workspace_id === caller.workspace_id);
    await eventually(() => expect(events()).toHaveLength(11));
  });

  it('takes another random code where one is taken', async () => {
    const { short_code: taken } = await links.create(callerOf());
    jest.spyOn(links.service.get<CodeService>(CodeService), 'candidates').mockReturnValue([taken, 'Free42']);
    expect(await links.create(callerOf())).toMatchObject({ short_code: 'Free42' });
    // Not even one that the workspace itself gave up: it may stand somewhere still.
    expect(await refusal(links.create(callerOf()))).toBe('service.internal');
  });

  it('is not made once its caller is gone, however long it waited for a row', () =>
    whileMonthIsLocked(async (caller, release) => {
      const code = `late-${uuidv7()}`;
      const request = { url: 'https://example.com/', custom_code: code };
      const late = refusal(
        withDeadline(performance.now() + 300, () => creation().forUser(request, 'late', caller as never)),
      );
      const waiting = `SELECT 1 FROM pg_stat_activity
        WHERE state = 'active' AND wait_event_type = 'Lock' AND query LIKE '%quota_usage%' AND now() - query_start > interval '350 milliseconds'`;
      await eventually(async () => expect(await links.query(waiting)).toHaveLength(1));
      await release();
      expect(await late).toBe('service.timeout');
      expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 1, monthly_links_used: 1 });
      expect(await refusal(links.create(callerOf(), { custom_code: code }))).toBe('none');
    }));

  it('is not made once its caller is gone, where it waited for a connection and then for a row', () =>
    whileMonthIsLocked(async (caller, release) => {
      const { master } = links.service.get<DataSource>(DataSource).driver as unknown as { master: pg.Pool };
      const creations = links.service.get<CreationRepository>(CreationRepository);
      const create = creations.create.bind(creations);
      const until = performance.now() + 1_500;
      jest.spyOn(creations, 'create').mockImplementationOnce(async (made) => {
        const taken = await Promise.all(Array.from({ length: master.options.max }, () => connectionOf(master)));
        const making = create(made);
        await eventually(() => expect(performance.now()).toBeGreaterThan(until - 500));
        for (const client of taken) client.release();
        return making;
      });
      const request = { url: 'https://example.com/' };
      const late = refusal(withDeadline(until, () => creation().forUser(request, null, caller as never)));
      const waiting = `SELECT 1 FROM pg_stat_activity
        WHERE state = 'active' AND wait_event_type = 'Lock' AND query LIKE '%quota_usage%' AND now() - query_start > interval '550 milliseconds'`;
      await eventually(async () => expect(await links.query(waiting)).toHaveLength(1));
      await release();
      expect(await late).toBe('service.timeout');
      expect(await links.call(getQuotaRpc, {}, caller)).toMatchObject({ total_links: 1, monthly_links_used: 1 });
    }));

  it('costs no connection where it was too late before anything was sent', async () => {
    const caller = callerOf();
    await links.create(caller);
    const { master } = links.service.get<DataSource>(DataSource).driver as unknown as { master: pg.Pool };
    const taken = await Promise.all(Array.from({ length: master.options.max }, () => connectionOf(master)));
    const removed = jest.fn();
    master.on('remove', removed);
    const until = performance.now() + 400;
    const late = Array.from({ length: 8 }, (_, number) =>
      refusal(
        withDeadline(until, () => creation().forUser({ url: `https://example.com/${number}` }, null, caller as never)),
      ),
    );
    await eventually(() => expect(performance.now()).toBeGreaterThan(until + 50));
    for (const client of taken) client.release();
    expect(new Set(await Promise.all(late))).toEqual(new Set(['service.timeout']));
    await links.create(caller);
    master.off('remove', removed);
    expect(removed).not.toHaveBeenCalled();
  });

  it('gives the first answer of a key though its request would be refused by now', async () => {
    const caller = callerOf();
    const fresh = { ...links.second, id: uuidv7(), domain_name: 'was-active.example' };
    await links.saveDomain(fresh, 1);
    const known = (active: boolean) =>
      eventually(async () =>
        expect(
          await links.query('SELECT 1 FROM domains WHERE id = $1 AND is_active = $2', [fresh.id, active]),
        ).toHaveLength(1),
      );
    await known(true);
    const first = await links.create(caller, { domain_id: fresh.id }, 'key');
    await links.saveDomain({ ...fresh, is_active: false }, 2);
    await known(false);
    expect(await links.create(caller, { domain_id: fresh.id }, 'key')).toEqual(first);
    expect(await refusal(links.create(caller, { domain_id: fresh.id, title: 'Other' }, 'key'))).toBe(
      'request.idempotency_mismatch',
    );
    expect(await refusal(links.create(caller, { domain_id: fresh.id }, 'other'))).toBe('links.domain_unavailable');
  });
});

describe('a change', () => {
  const service = () => links.service.get<LinkService>(LinkService);
  const rowOf = async (id: string) =>
    (
      await links.query<{ version: number; title: string }>('SELECT version, title FROM short_links WHERE id = $1', [
        id,
      ])
    )[0];
  const lockRow = async (sql: string, values: unknown[]) => {
    const blocker = new pg.Client({ connectionString: links.servers.databaseUrl('links') });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query(sql, values);
    return async () => {
      await blocker.query('COMMIT');
      await blocker.end();
    };
  };

  it('is one statement, behind one question; with a new destination behind two', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    const change = (changes: object) => statementsOf(() => service().update(link.id, changes, caller));
    expect(await change({ title: 'Two' })).toEqual(['links-find', 'links-change']);
    jest.restoreAllMocks();
    expect(await change({ is_active: false })).toEqual(['links-find', 'links-change']);
    jest.restoreAllMocks();
    const [first, second, third, ...more] = await change({ url: 'https://example.com/other' });
    expect([first, third, more]).toEqual(['links-find', 'links-change', []]);
    expect(second).toContain('FROM domains');
    jest.restoreAllMocks();
    expect(await statementsOf(() => service().delete(link.id, caller))).toEqual(['links-find', 'links-delete']);
    await eventually(() =>
      expect(links.eventsOf(link.id).map(({ data }) => (data.route ?? data.key)?.version)).toEqual([1, 2, 3, 4, 5]),
    );
  });

  it('leaves no column out, and none that it does not know', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { title: 'One', max_clicks: 3 });
    await links.query('ALTER TABLE short_links ADD COLUMN of_later text');
    try {
      await links.query(`UPDATE short_links SET of_later = 'kept' WHERE id = $1`, [link.id]);
      await service().update(
        link.id,
        { title: 'Two', max_clicks: null, expires_at: '2031-01-01T00:00:00.000Z' },
        caller,
      );
      const [row] = await links.query('SELECT * FROM short_links WHERE id = $1', [link.id]);
      expect(row).toMatchObject({
        title: 'Two',
        max_clicks: null,
        of_later: 'kept',
        version: 2,
        host: expect.anything(),
      });
      expect(await service().get(link.id, caller)).toMatchObject({
        title: 'Two',
        expires_at: '2031-01-01T00:00:00.000Z',
      });
    } finally {
      await links.query('ALTER TABLE short_links DROP COLUMN of_later');
    }
  });

  it('is not lost where many change one link at once, in two processes, and its events follow each other', async () => {
    const second = await links.start();
    const caller = callerOf();
    const link = await links.create(caller);
    const changes = Array.from({ length: 30 }, (_, n) =>
      links.call(updateLinkRpc, { id: link.id, changes: n % 2 ? { title: `${n}` } : { description: `${n}` } }, caller),
    );
    expect(await outcomes(changes)).toEqual({ none: 30 });
    await second.stop();
    expect(await rowOf(link.id)).toMatchObject({ version: 31 });
    const told = () => links.eventsOf(link.id).map(({ data }) => data.route?.version);
    await eventually(() => expect(told()).toHaveLength(31));
    expect(told()).toEqual(Array.from({ length: 31 }, (_, n) => n + 1));
    expect(
      await links.query('SELECT 1 FROM change_usage WHERE key = $1 AND used = 31', [caller.workspace_id]),
    ).toHaveLength(1);
  });

  it('that finds the link otherwise does not write over it', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { title: 'One' });
    const repository = links.service.get<ChangeRepository>(ChangeRepository);
    const { find } = repository;
    jest.spyOn(repository, 'find').mockImplementationOnce(async (...asked) => {
      const standing = await find.apply(repository, asked);
      await service().update(link.id, { description: 'by another' }, caller);
      return standing;
    });
    await service().update(link.id, { title: 'Two' }, caller);
    expect(await service().get(link.id, caller)).toMatchObject({ title: 'Two', description: 'by another' });
    jest.spyOn(repository, 'find').mockImplementationOnce(async (...asked) => {
      const standing = await find.apply(repository, asked);
      await service().update(link.id, { custom_code: `moved-${uuidv7()}` }, caller);
      return standing;
    });
    await service().delete(link.id, caller);
    expect(await rowOf(link.id)).toBeUndefined();
    expect(await links.query('SELECT 1 FROM codes WHERE link_id = $1 AND is_live', [link.id])).toEqual([]);
  });

  it('of a link that others change all the while is made in the end', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { title: 'One' });
    const repository = links.service.get<ChangeRepository>(ChangeRepository);
    jest.spyOn(repository, 'change').mockResolvedValue('overtaken');
    jest.spyOn(repository, 'delete').mockResolvedValue('overtaken');
    expect(await service().update(link.id, { title: 'Two' }, caller)).toMatchObject({ title: 'Two' });
    await service().delete(link.id, caller);
    expect(await rowOf(link.id)).toBeUndefined();
  });

  it('of a link that is deleted meanwhile is not found', async () => {
    const caller = callerOf();
    const link = await links.create(caller);
    const release = await lockRow('DELETE FROM short_links WHERE id = $1', [link.id]);
    const changed = refusal(service().update(link.id, { title: 'Two' }, caller));
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE short_links%'`;
    await eventually(async () => expect(await links.query(waiting)).toHaveLength(1));
    await release();
    expect(await changed).toBe('links.not_found');
  });

  it('is not made once its caller is gone, however long it waited for a row', async () => {
    const caller = callerOf();
    const link = await links.create(caller, { title: 'One' });
    const release = await lockRow('SELECT 1 FROM change_usage WHERE key = $1 FOR UPDATE', [caller.workspace_id]);
    const until = performance.now() + 300;
    const late = refusal(withDeadline(until, () => service().update(link.id, { title: 'Two' }, caller)));
    await eventually(() => expect(performance.now()).toBeGreaterThan(until + 50));
    await release();
    expect(await late).toBe('service.timeout');
    expect(await rowOf(link.id)).toEqual({ version: 1, title: 'One' });
  });
});

it('what was prepared on a connection outlives a column that a later release adds', async () => {
  const tables = ['short_links', 'codes', 'domains', 'outbox', 'inbox', 'change_usage', 'quota_usage', 'workspaces'];
  const round = () =>
    Promise.all(
      Array.from({ length: 12 }, async () => {
        const caller = await links.workspace(5);
        const link = await links.create(caller);
        await links.call(updateLinkRpc, { id: link.id, changes: { title: 'Two' } }, caller);
        const keys = [{ code: link.short_code, hosts: ['*', 'go.example'] }];
        expect((await links.call(resolveKeysRpc, { keys })).routes).toHaveLength(1);
        const version = { key: [link.short_code, 'go.example'], version: 1 };
        await links.call(routeVersionsRpc, { keys: [version], fields: [] });
        await links.call(deleteLinkRpc, { id: link.id }, caller);
        await eventually(() => expect(links.eventsOf(link.id)).toHaveLength(3));
      }),
    );
  await round();
  await links.saveDomain(links.second, 7);
  for (const table of tables) await links.query(`ALTER TABLE ${table} ADD COLUMN of_later text`);
  try {
    await round();
    await links.saveDomain(links.second, 8);
  } finally {
    for (const table of tables) await links.query(`ALTER TABLE ${table} DROP COLUMN of_later`);
  }
}, 60_000);
