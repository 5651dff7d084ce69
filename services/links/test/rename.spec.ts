import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Domain, getLinkRpc, updateLinkRpc } from '@linkway/contracts';
import { DataSource } from 'typeorm';
import { LinkMover } from '../src/link/link.mover.js';
import { allBut, allOf, MoveRepository, type Stretch } from '../src/link/move.repository.js';
import { callerOf, eventually, useLinks, uuidv7 } from './harness.js';
import { type Cost, costOf, statementsOf } from './statements.js';

const links = useLinks();
const caller = callerOf();
const fresh = (domain_name: string): Domain => ({ ...links.second, id: uuidv7(), domain_name, sort_order: 50 });
const moves = () => links.service.get<MoveRepository>(MoveRepository);

/** Links with their codes, without the events of their making: half of the caller's workspace, half of guests. */
async function made(
  domain: Domain,
  host: string,
  count: number,
  { code = host, order = 'n' }: { code?: string; order?: string } = {},
): Promise<void> {
  await links.query(
    `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, selected_domain_id,
       title, description, device_targeting, is_active, version, created_at, updated_at)
     SELECT coalesce(owner, id), id, owner, owner, 'https://example.com/', $2, $3 || '-' || n, $4, '', '', '{}', true, 1, now(), now()
     FROM (SELECT n, lpad(to_hex(${order}), 8, '0')::text || substr(gen_random_uuid()::text, 9) AS text,
       CASE WHEN n % 2 = 0 THEN $1::uuid END AS owner FROM generate_series(1, $5::int) n) AS given,
       LATERAL (SELECT text::uuid AS id) AS ids`,
    [caller.workspace_id, host, code, domain.id, count],
  );
  await links.query(
    `INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
     SELECT short_code, host, workspace_id, id, true, 1, now() FROM short_links
     WHERE selected_domain_id = $1 AND host = $2 ON CONFLICT DO NOTHING`,
    [domain.id, host],
  );
}

/** How many links of a domain stand under each host, and how many of those were kept from another: `host`, `host!`. */
async function standing({ id }: Domain): Promise<Record<string, number>> {
  const rows: { place: string; count: number }[] = await links.query(
    `SELECT host || CASE WHEN kept_from IS NULL THEN '' ELSE '!' END AS place, count(*)::int AS count
     FROM short_links WHERE selected_domain_id = $1 GROUP BY 1 ORDER BY 1`,
    [id],
  );
  return Object.fromEntries(rows.map(({ place, count }) => [place, count]));
}

const settles = (domain: Domain, expected: Record<string, number>) =>
  eventually(async () => expect(await standing(domain)).toEqual(expected), { timeoutMs: 60_000 });

describe('a domain with 200,000 links', () => {
  const domain = '01a1f88e-6451-70bc-83d1-a2b23b92f3d8';
  const HOST = 'here.example';

  beforeAll(async () => {
    // Not one that links knows of: nobody moves them meanwhile. Most are where they belong.
    for (let from = 0; from < 200_000; from += 10_000) {
      await links.query(
        `INSERT INTO short_links (tenant_id, id, original_url, host, short_code, selected_domain_id, kept_from,
           title, description, device_targeting, is_active, version, created_at, updated_at)
         SELECT id, id, 'https://example.com/', host, 'big-' || n, $1, kept, '', '', '{}', true, 1, now(), now()
         FROM (SELECT n, gen_random_uuid() AS id, CASE WHEN n <= 50000 THEN 'before.example' WHEN n <= 60000 THEN 'kept.example'
             WHEN n <= 199900 THEN $2 ELSE 'later.example' END AS host,
           CASE WHEN n BETWEEN 50001 AND 60000 THEN $2 END AS kept FROM generate_series($3::int + 1, $3::int + 10000) n) AS given`,
        [domain, HOST, from],
      );
    }
    await links.query('ANALYZE short_links');
  }, 120_000);

  /** What the question for a stretch costs, once more. */
  async function cost(stretch: Stretch, expected: number): Promise<Cost> {
    const database = links.service.get<DataSource>(DataSource);
    const seen = await statementsOf(database, async () =>
      expect(await moves().find(domain, stretch, 100)).toHaveLength(expected),
    );
    // The process has other things to do, too.
    const [statement, ...more] = seen.filter(({ values }) => values[0] === domain);
    if (!statement || more.length > 0) throw new Error('it is not one statement');
    return costOf(database, statement);
  }

  it('is walked in batches that each read no more than themselves, wherever they are', async () => {
    const [below, above] = allBut('host', HOST) as [Stretch, Stretch];
    const middle = (await moves().find(domain, below, 25_000)).at(-1);
    if (!middle) throw new Error('there are no links');
    // The last one lies past 139,900 that are where they belong.
    for (const stretch of [below, { ...below, after: middle }, above, ...allOf('kept_from')]) {
      const { pages, scans } = await cost(stretch, 100);
      expect(scans).toEqual([expect.stringMatching(/^Index Scan short_links_(standing|kept)$/)]);
      // A row each, and the way to the first one.
      expect(pages).toBeLessThan(130);
    }
  });

  it('is not read where nothing is to be done: 10,000 links that were kept from its host are not looked at', async () => {
    for (const stretch of allBut('kept_from', HOST)) expect((await cost(stretch, 0)).pages).toBeLessThan(10);
    const all = (await moves().find(domain, allBut('host', HOST)[0] as Stretch, 100_000)).map(({ host }) => host);
    expect(new Set(all)).toEqual(new Set(['before.example']));
    expect(all).toHaveLength(50_000);
  });
});

describe('a move', () => {
  it('is done once by two processes, each link with one event', async () => {
    const domain = fresh('walk.example');
    await links.saveDomain(domain, 1);
    await made(domain, 'walk.example', 450);
    const second = await links.start();
    const from = links.events.length;
    await links.saveDomain({ ...domain, domain_name: 'walked.example' }, 2);
    await settles(domain, { 'walked.example': 450 });
    // A walk of the other process in the meantime would have counted a version too many.
    expect(
      await links.query('SELECT DISTINCT version FROM short_links WHERE selected_domain_id = $1', [domain.id]),
    ).toEqual([{ version: 2 }]);
    const told = () =>
      links.events.slice(from).flatMap(({ data }) => (data.route?.host === 'walked.example' ? data.route.code : []));
    await eventually(() => expect(told()).toHaveLength(450));
    expect(new Set(told()).size).toBe(450);
    await second.stop();
  }, 90_000);

  it('is left to the process that is at it, and goes on when that one is gone', async () => {
    const domain = fresh('alone.example');
    await links.saveDomain(domain, 1);
    await made(domain, 'alone.example', 10);
    const other = links.service.get<DataSource>(DataSource).createQueryRunner();
    await other.startTransaction();
    expect(await moves().isAlone(other.manager, domain.id)).toBe(true);
    const version = 2;
    await links.saveDomain({ ...domain, domain_name: 'together.example' }, version);
    const tried = () => links.query(`SELECT 1 FROM domains WHERE id = $1 AND version = $2`, [domain.id, version]);
    await eventually(async () => expect(await tried()).toHaveLength(1));
    // Another domain's move has begun after this one's, and is over.
    const after = fresh('after.example');
    await links.saveDomain(after, 1);
    await made(after, 'after.example', 10);
    await links.saveDomain({ ...after, domain_name: 'afterwards.example' }, 2);
    await settles(after, { 'afterwards.example': 10 });
    expect(await standing(domain)).toEqual({ 'alone.example': 10 });
    await other.rollbackTransaction();
    await other.release();
    await settles(domain, { 'together.example': 10 });
  }, 90_000);

  it('leaves a link behind whose code does not lead to it, and moves the others', async () => {
    const domain = fresh('broken.example');
    await links.saveDomain(domain, 1);
    await made(domain, 'broken.example', 120);
    await links.query(`UPDATE codes SET link_id = gen_random_uuid() WHERE host = 'broken.example' AND code LIKE '%-7'`);
    await links.saveDomain({ ...domain, domain_name: 'mended.example' }, 2);
    await settles(domain, { 'broken.example': 1, 'mended.example': 119 });
    const live =
      "SELECT host, count(*)::int FROM codes WHERE code LIKE 'broken.example-%' AND is_live GROUP BY 1 ORDER BY 1";
    expect(await links.query(live)).toEqual([
      { host: 'broken.example', count: 1 },
      { host: 'mended.example', count: 119 },
    ]);
  }, 90_000);

  it('goes to where the domain is, not to where it was when the move began', async () => {
    const domain = fresh('first.example');
    await links.saveDomain(domain, 1);
    await made(domain, 'first.example', 150);
    for (const version of [2, 3, 4]) {
      await links.saveDomain({ ...domain, domain_name: `place-${version}.example` }, version);
    }
    await settles(domain, { 'place-4.example': 150 });
    const live = "SELECT DISTINCT host FROM codes WHERE code LIKE 'first.example-%' AND is_live";
    expect(await links.query(live)).toEqual([{ host: 'place-4.example' }]);
  }, 90_000);

  it('leaves what another change has taken off the domain, or the domain off its host, since it was found', async () => {
    const domain = fresh('found.example');
    await links.saveDomain(domain, 1);
    await made(domain, 'found.example', 2);
    const found = await moves().find(domain.id, allOf('host')[0] as Stretch, 100);
    const [taken] = found;
    await links.query('UPDATE short_links SET selected_domain_id = $2 WHERE id = $1', [taken?.id, links.main.id]);
    await eventually(async () =>
      expect(await links.query('SELECT 1 FROM domains WHERE id = $1', [domain.id])).toHaveLength(1),
    );
    const mover = links.service.get<LinkMover>(LinkMover);
    await links.service.get<DataSource>(DataSource).transaction(async (manager) => {
      expect((await moves().lock(manager, domain.id, found)).map(({ id }) => id)).toEqual([found[1]?.id]);
      const nothing = () => undefined;
      expect(await mover['moveBatch'](manager, nothing, domain.id, 'earlier.example', found)).toBe('elsewhere');
    });
  });

  it('of two domains to one host, in two processes at once, waits for nobody for ever', async () => {
    const [one, two] = [fresh('one-before.example'), fresh('two-before.example')];
    for (const domain of [one, two]) await links.saveDomain(domain, 1);
    // The same codes, in opposite orders of their links.
    await made(one, 'one-before.example', 300, { code: 'same' });
    await made(two, 'two-before.example', 300, { code: 'same', order: '1000 - n' });
    const deadlocks = async () =>
      (
        await links.query<{ deadlocks: string }>(
          'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
        )
      )[0]?.deadlocks;
    const before = await deadlocks();
    const second = await links.start();
    await links.saveDomain({ ...one, domain_name: 'shared.example:444' }, 2);
    await links.saveDomain({ ...two, domain_name: 'shared.example' }, 2);
    await eventually(
      async () => {
        const hosts = [await standing(one), await standing(two)];
        expect(hosts.map((at) => at['shared.example'] ?? 0).reduce((sum, n) => sum + n)).toBe(300);
        expect(hosts.map((at) => (at['one-before.example!'] ?? 0) + (at['two-before.example!'] ?? 0))).toEqual(
          hosts.map((at) => 300 - (at['shared.example'] ?? 0)),
        );
      },
      { timeoutMs: 60_000 },
    );
    await second.stop();
    expect(await deadlocks()).toBe(before);
  }, 90_000);
});

describe('a link that is kept from the new host', () => {
  it('is remembered, goes along by another code or once its own is free, and to the next host as well', async () => {
    const [domain, owner] = [fresh('kept.example'), fresh('taken.example')];
    for (const each of [domain, owner]) await links.saveDomain(each, 1);
    await eventually(async () =>
      expect(await links.query('SELECT 1 FROM domains WHERE id = $1', [owner.id])).toHaveLength(1),
    );
    const codes = ['kept-one', 'kept-two', 'kept-three'];
    const [renamed, freed] = await Promise.all(
      codes.map((custom_code) => links.create(caller, { domain_id: domain.id, custom_code })),
    );
    const [, blocks] = await Promise.all(
      codes.map((custom_code) => links.create(caller, { domain_id: owner.id, custom_code })),
    );
    if (!renamed || !freed || !blocks) throw new Error('no links');

    await links.saveDomain({ ...domain, domain_name: 'taken.example:444' }, 2);
    await settles(domain, { 'kept.example!': 3 });

    const update = (id: string, custom_code: string) =>
      links.call(updateLinkRpc, { id, changes: { custom_code } }, caller);
    await links.call(updateLinkRpc, { id: renamed.id, changes: { title: 'Still kept' } }, caller);
    expect(await standing(domain)).toEqual({ 'kept.example!': 3 });
    await update(renamed.id, 'kept-no-more');
    expect(await standing(domain)).toEqual({ 'kept.example': 1, 'kept.example!': 2 });
    await update(blocks.id, 'out-of-the-way');
    // Any news of the domain.
    await links.saveDomain({ ...domain, domain_name: 'taken.example:444', sort_order: 51 }, 3);
    await settles(domain, { 'kept.example!': 1, 'taken.example': 2 });
    const now = await links.call(getLinkRpc, { id: freed.id }, caller);
    expect(now.short_url).toBe('https://taken.example:444/kept-two');

    await links.saveDomain({ ...domain, domain_name: 'elsewhere.example' }, 4);
    await settles(domain, { 'elsewhere.example': 3 });
  }, 90_000);
});
