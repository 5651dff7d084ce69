import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MemberCaller, registerUserRpc, republishLinksRpc, updateLinkRpc } from '@linkway/contracts';
import { service as domainsService } from '@linkway/domains';
import { service as identityService } from '@linkway/identity';
import { service as linksService } from '@linkway/links';
import { ReadModels, RpcClient, type RunningService } from '@linkway/platform';
import { runEvents } from '@linkway/platform/events-cli';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { service as redirectService } from '@linkway/redirect';
import pg from 'pg';

const HOST = 'go.test';
/** Told of by events, which are projected one by one; the others are found by comparing. */
const TOLD = 400;
const LINKS = 4_000;
const servers = useServers({ postgres: true, nats: true });
const folder = mkdtempSync(join(tmpdir(), 'lw-read-models-'));
const pools: pg.Pool[] = [];

let links: RunningService;
let redirect: RunningService;
let caller: MemberCaller;
let owner: pg.Pool;
let copy: pg.Pool;

const start = (name: string, service: typeof linksService, more: Record<string, string> = {}) =>
  startService(
    service,
    servers.env(name, { READ_MODEL_COMPARE_PER_SECOND: '0', READ_MODEL_COMPARE_PAUSE_SECONDS: '0', ...more }),
  );
const startRedirect = (more: Record<string, string> = {}) =>
  start('redirect', redirectService, {
    PORT: '0',
    CLICK_LOG_DIR: folder,
    ROUTE_TTL_SECONDS: '1',
    HOST_ALIASES: `127.0.0.1=${HOST}`,
    ...more,
  });
const poolOf = (name: string) => {
  const pool = new pg.Pool({ connectionString: servers.databaseUrl(name), max: 2 });
  // The servers end before the pools do.
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
};
const call: RpcClient['call'] = (contract, input, options) =>
  links.get<RpcClient>(RpcClient).call(contract, input, { caller, timeoutMs: 30_000, ...options });
const visit = (code: string, of = redirect) => fetch(`${of.httpUrl}/${code}`, { redirect: 'manual' });

beforeAll(async () => {
  await start('domains', domainsService, { MAIN_DOMAIN: HOST });
  const identity = await start('identity', identityService, {
    PUBLIC_URL: 'https://linkway.example',
    ENCRYPTION_KEY: 'a key for tests, of many characters',
  });
  links = await start('links', linksService);
  redirect = await startRedirect();
  [owner, copy] = [poolOf('links'), poolOf('redirect')];
  const { user } = await identity.get<RpcClient>(RpcClient).call(registerUserRpc, {
    email: 'owner@example.com',
    password: 'a-good-password-1',
    full_name: 'Owner',
    accept_terms: true,
    origin: { ip: '127.0.0.1', user_agent: 'test' },
  });
  caller = { kind: 'session', user_id: user.id, workspace_id: user.id, session_id: user.id, role: 'user' };
  await eventually(async () => (await owner.query('SELECT 1 FROM domains')).rowCount === 1);
  await eventually(async () => (await copy.query('SELECT 1 FROM hosts')).rowCount === 1);
  await fillOwner(1, TOLD);
}, 180_000);

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  rmSync(folder, { recursive: true, force: true });
});

/** Links that nobody was told of, every tenth deleted. */
async function fillOwner(first: number, last: number): Promise<void> {
  await owner.query(
    `INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
     SELECT 'own' || n, $2, $1, gen_random_uuid(), n % 10 > 0, 5, now() FROM generate_series($3::integer, $4::integer) n`,
    [caller.workspace_id, HOST, first, last],
  );
  await owner.query(
    `INSERT INTO short_links (tenant_id, id, workspace_id, user_id, original_url, host, short_code, selected_domain_id, title,
       description, device_targeting, is_active, version, created_at, updated_at)
     SELECT $1, link_id, $1, $1, 'https://example.com/' || code, host, code, (SELECT id FROM domains), '', '',
       '{}', true, 5, now(), now() FROM codes c WHERE is_live AND code LIKE 'own%'
       AND NOT EXISTS (SELECT 1 FROM short_links l WHERE l.id = c.link_id)`,
    [caller.workspace_id],
  );
}

/** What the copy must be, and what it is: every code with its version and where it leads. */
const truth = async (): Promise<string[]> => {
  const { rows } = await owner.query<{ row: string }>(
    `SELECT concat_ws(' ', c.code, c.host, c.version, l.original_url, l.is_active) AS row FROM codes c
     LEFT JOIN short_links l ON c.is_live AND l.id = c.link_id ORDER BY c.code COLLATE "C", c.host COLLATE "C"`,
  );
  return rows.map(({ row }) => row);
};
const copied = async (): Promise<string[]> => {
  const { rows } = await copy.query<{ row: string }>(
    `SELECT concat_ws(' ', code, host, version, original_url, is_active) AS row FROM routes
     WHERE version > 0 OR NOT deleted ORDER BY code, host`,
  );
  return rows.map(({ row }) => row);
};

const passes = async (model: string, pool = copy) =>
  (await pool.query('SELECT last_full_pass_at AS at FROM read_model_comparisons WHERE model = $1', [model])).rows[0]
    ?.at as Date | null;
async function compare(running: RunningService, owning: string, model: string, pool = copy): Promise<void> {
  const before = await passes(model, pool);
  await running.get<ReadModels>(ReadModels).compareNow(owning);
  await eventually(async () => expect(await passes(model, pool)).not.toEqual(before), { timeoutMs: 60_000 });
}
async function metric(running: RunningService, wanted: RegExp): Promise<number> {
  const text = await (await fetch(`${running.adminUrl}/metrics`)).text();
  return Number(wanted.exec(text)?.[1] ?? 0);
}
const mended = (reason: string, model = 'routes') =>
  metric(
    redirect,
    new RegExp(`read_model_rows_mended_total\\{[^}]*model="${model}",reason="${reason}"[^}]*\\} (\\d+)`),
  );

async function republish(...args: string[]): Promise<[number, string[]]> {
  const complaints: string[] = [];
  const code = await runEvents(['republish', ...args], () => ({ NATS_URL: servers.natsUrl }), {
    say: () => undefined,
    complain: (line) => complaints.push(line),
  });
  return [code, complaints];
}

describe('a copy of the links', () => {
  it('is made anew by telling of everything once more', async () => {
    expect(await republish('links', '--rate=20000')).toEqual([0, []]);
    expect(await republish('nobody')).toEqual([2, [expect.stringContaining('usage: republish')]]);
    expect(await call(republishLinksRpc, { action: 'status' })).toMatchObject({ state: 'done', done: TOLD });
    await eventually(async () => expect(await copied()).toEqual(await truth()), { timeoutMs: 60_000, intervalMs: 500 });
    expect((await copy.query('SELECT count(*)::integer AS n FROM routes')).rows[0].n).toBe(TOLD);
    expect((await visit('own1')).headers.get('location')).toBe('https://example.com/own1');
  }, 90_000);

  it('takes up by comparing what no event ever told', async () => {
    await fillOwner(TOLD + 1, LINKS);
    await compare(redirect, 'links', 'routes');
    expect(await copied()).toEqual(await truth());
  }, 90_000);

  it('that lost rows, has old ones, wrong ones and ones of no link is healed by one pass, while links are edited', async () => {
    await damage();
    const before = {
      missing: await mended('missing'),
      stale: await mended('stale'),
      content: await mended('content'),
      unknown: await mended('unknown'),
    };
    const editing = new AbortController();
    const edited = edit(editing.signal);
    await compare(redirect, 'links', 'routes');
    editing.abort();
    expect(await edited).toBeGreaterThan(10);
    await eventually(async () => expect(await copied()).toEqual(await truth()), { timeoutMs: 30_000, intervalMs: 500 });
    expect((await copy.query('SELECT * FROM steps_back')).rows).toEqual([]);
    // An edit mends its own row, and is sometimes found before its event is projected.
    const close = async (reason: 'missing' | 'stale' | 'content', rows: number) =>
      expect(Math.abs((await mended(reason)) - before[reason] - rows)).toBeLessThan(rows / 5 + 60);
    await close('missing', 1_000);
    await close('stale', 1_000);
    await close('content', 100);
    expect((await mended('unknown')) - before.unknown).toBe(1_000);
    expect((await visit('alien7')).status).toBe(404);
    await copy.query('DROP TRIGGER watch ON routes');
  }, 180_000);

  it('heals of itself, slowly, by two processes in turns', async () => {
    await copy.query("DELETE FROM routes WHERE code IN ('own11', 'own222', 'own3333')");
    await copy.query("UPDATE routes SET version = 3, is_active = false WHERE code IN ('own12', 'own3334')");
    const slow = { READ_MODEL_COMPARE_PER_SECOND: '5000' };
    const both = [await startRedirect(slow), await startRedirect(slow)];
    await eventually(async () => expect(await copied()).toEqual(await truth()), { timeoutMs: 60_000, intervalMs: 500 });
    const compared = /read_model_rows_compared_total\{[^}]*model="routes"[^}]*\} (\d+)/;
    await eventually(
      async () => {
        for (const running of both) expect(await metric(running, compared)).toBeGreaterThan(0);
      },
      { timeoutMs: 60_000 },
    );
    for (const running of both) await running.stop();
  }, 120_000);

  it('heals a link whose event was lost as soon as it is visited after its time, in the table too', async () => {
    expect((await visit('own21')).status).toBe(302);
    await owner.query("UPDATE short_links SET is_active = false WHERE short_code = 'own21'");
    // Edits of an earlier test may have come to this link too.
    const moved = await owner.query("UPDATE codes SET version = version + 1 WHERE code = 'own21' RETURNING version");
    const { version } = moved.rows[0] as { version: number };
    await eventually(async () => expect((await visit('own21')).status).toBe(404), { timeoutMs: 10_000 });
    await eventually(async () => {
      const { rows } = await copy.query("SELECT version, is_active FROM routes WHERE code = 'own21'");
      expect(rows).toEqual([{ version, is_active: false }]);
    });
    await owner.query("UPDATE codes SET is_live = false, version = version + 1 WHERE code = 'own21'");
    await owner.query("DELETE FROM short_links WHERE short_code = 'own21'");
    await eventually(
      async () => {
        await visit('own21');
        expect(await copied()).toEqual(await truth());
      },
      { timeoutMs: 10_000 },
    );
  }, 60_000);

  it('heals a link that nobody visited for long before its first visitor is answered', async () => {
    const codes = ['own41', 'own51', 'own61', 'own71', 'own81'];
    const statuses = () => Promise.all(codes.map(async (code) => (await visit(code)).status));
    expect(await statuses()).toEqual(Array(5).fill(302));
    await owner.query('UPDATE codes SET version = version + 1 WHERE code = ANY($1)', [codes]);
    await owner.query('UPDATE short_links SET is_active = false WHERE short_code = ANY($1)', [codes]);
    // A whole TTL has to pass without a visit: nothing tells of that but the clock.
    await delay(1_100);
    // Where links takes over 300 ms to answer, what was known stands: on a busy machine that may happen to some.
    expect(await statuses()).toContain(404);
  });

  it('gives way to an owner that was put back to an older state', async () => {
    // One that no event has told of these links: what was told stands for two minutes without a look into the table.
    const fresh = await startRedirect();
    const visited = async (code: string) => (await visit(code, fresh)).headers.get('location');
    const leadsToFuture = async (code: string) => {
      await copy.query("UPDATE routes SET version = 99, original_url = 'https://example.com/future' WHERE code = $1", [
        code,
      ]);
      return (await visited(code)) === 'https://example.com/future';
    };
    // The comparison goes on all the while, and may be quicker than a first visit.
    let code = '';
    for (const each of ['own31', 'own32', 'own33', 'own34']) if (await leadsToFuture((code = each))) break;
    expect(await visited(code)).toBe('https://example.com/future');
    await compare(fresh, 'links', 'routes');
    expect(await copied()).toEqual(await truth());
    await eventually(async () => expect(await visited(code)).toBe(`https://example.com/${code}`));
  }, 60_000);
});

it('the copies of domains and accounts are healed the same way', async () => {
  const [domain] = (await owner.query('SELECT * FROM domains')).rows;
  await owner.query("UPDATE domains SET domain_name = 'wrong.test', is_active = false");
  await owner.query('INSERT INTO domains SELECT gen_random_uuid(), $1, true, true, 9, 4', ['alien.test']);
  await copy.query("UPDATE hosts SET host = 'wrong.test', domain_name = 'wrong.test', version = 0");
  await owner.query('UPDATE workspaces SET monthly_links_limit = 1, version = 9');
  await owner.query('INSERT INTO workspaces VALUES (gen_random_uuid(), 3, 1)');
  await compare(links, 'domains', 'domains', owner);
  await compare(links, 'identity', 'workspaces', owner);
  await compare(redirect, 'domains', 'hosts');
  expect((await owner.query('SELECT * FROM domains')).rows).toEqual([domain]);
  expect((await copy.query('SELECT host, domain_name, version FROM hosts')).rows).toEqual([
    { host: HOST, domain_name: HOST, version: 1 },
  ]);
  expect((await owner.query('SELECT * FROM workspaces')).rows).toEqual([
    {
      workspace_id: caller.workspace_id,
      monthly_links_limit: 50,
      default_domain: null,
      auto_delete_links_since: null,
      subscription_type: 'basic',
      version: 1,
    },
  ]);
}, 60_000);

/** 1,000 rows lost, 1,000 old, 100 with the right version and another content, 1,000 of links that are not. */
async function damage(): Promise<void> {
  await copy.query(`CREATE TABLE steps_back (code text, was integer, became integer, was_deleted boolean)`);
  const { rows } = await copy.query<{ code: string }>('SELECT code FROM routes WHERE NOT deleted ORDER BY random()');
  const codes = rows.map(({ code }) => code);
  await copy.query('DELETE FROM routes WHERE code = ANY($1)', [codes.slice(0, 1_000)]);
  await copy.query("UPDATE routes SET version = 4, original_url = 'https://old.test/' WHERE code = ANY($1)", [
    codes.slice(1_000, 2_000),
  ]);
  await copy.query("UPDATE routes SET original_url = 'https://wrong.test/' WHERE code = ANY($1)", [
    codes.slice(2_000, 2_100),
  ]);
  await copy.query(
    `INSERT INTO routes (code, host, version, link_id, original_url, is_active)
     SELECT 'alien' || n, $1, 3, gen_random_uuid(), 'https://alien.test/', true FROM generate_series(1, 1000) n`,
    [HOST],
  );
  await copy.query(`CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.code NOT LIKE 'alien%' AND (NEW.version < OLD.version OR (NEW.deleted AND NOT OLD.deleted)) THEN
      INSERT INTO steps_back VALUES (NEW.code, OLD.version, NEW.version, NEW.deleted);
    END IF;
    RETURN NEW; END $$`);
  await copy.query('CREATE TRIGGER watch BEFORE UPDATE ON routes FOR EACH ROW EXECUTE FUNCTION watch()');
}

/** Edits links until it is told to stop, and makes new ones; how many changes that were. */
async function edit(signal: AbortSignal): Promise<number> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM short_links ORDER BY random() LIMIT 200');
  let changes = 0;
  while (!signal.aborted || changes <= 10) {
    const { id } = rows[changes % rows.length] as { id: string };
    await call(updateLinkRpc, { id, changes: { url: `https://example.com/edited-${changes}` } });
    changes += 1;
  }
  return changes;
}
