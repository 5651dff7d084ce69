import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ANY_HOST,
  domainSaved,
  type EventContract,
  type EventData,
  linkCreated,
  linkDeleted,
  linkUpdated,
  type Route,
  type RpcContract,
  type RpcRequest,
  resolveKeysRpc,
  routeRangeRpc,
  routeVersionsRpc,
} from '@linkway/contracts';
import { rangeReply, versionsReply } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { connect } from '@nats-io/transport-node';
import { hash } from '@node-rs/argon2';
import { readSnapshots } from '../src/snapshot/snapshot-file.js';
import { aRoute, clicksOn, domain, type Redirect, startRedirect, temporaryFolder, visit } from './harness.js';

const servers = useServers({ postgres: true, nats: true });
const project = fileURLToPath(new URL('..', import.meta.url));

interface Child {
  process: ChildProcess;
  url: string;
  admin: string;
  output(): string;
}

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** The built service in a process of its own, at known ports; it may be far from started. */
async function startChild(folder: string, more: Record<string, string> = {}): Promise<Child> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const env = servers.env('redirect', {
    CLICK_LOG_DIR: folder,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    LOG_LEVEL: 'info',
    WEB_URL: 'http://web.test',
    ...more,
  });
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += String(chunk);
  });
  return {
    process: child,
    url: `http://127.0.0.1:${port}`,
    admin: `http://127.0.0.1:${adminPort}`,
    output: () => output,
  };
}

const started = (child: Child) =>
  eventually(
    () => child.output().includes('"http_url"') || Promise.reject(new Error(`not started: ${child.output()}`)),
    { timeoutMs: 30_000 },
  );

async function kill(child: Child): Promise<void> {
  child.process.kill('SIGKILL');
  await once(child.process, 'exit');
}

const readiness = async (child: Child) => {
  const response = await fetch(`${child.admin}/readyz`);
  const report = (await response.json()) as { checks: Record<string, string>; warnings?: Record<string, string> };
  return { status: response.status, ...report };
};

const location = async (child: Child, code: string, host = 'go.test') => {
  const answer = await visit(child.url, `/${code}`, { host });
  return answer.headers.location ?? answer.status;
};

const isKept = (child: Child) => child.output().includes('a snapshot of hot links is on disk');

let events: Redirect;
/** What a process left behind that was killed, with these links hot. */
let left: string;
const hot = {
  plain: aRoute(),
  anyHost: aRoute({ host: ANY_HOST }),
  capped: aRoute({ max_clicks: 100 }),
  locked: aRoute({ password_hash: '' }),
  deleted: aRoute(),
  edited: aRoute(),
};
const leftBehind = (): string => {
  const folder = temporaryFolder();
  cpSync(join(left, 'snapshot'), join(folder, 'snapshot'), { recursive: true });
  return folder;
};
/** Events are published over and over until NATS is back from the test before. */
const publish = <C extends EventContract>(contract: C, data: EventData<C>) =>
  eventually(() => events.publish(contract, data), { timeoutMs: 20_000 });

beforeAll(async () => {
  events = await startRedirect(servers);
  hot.locked.password_hash = await hash('secret word');
  await publish(domainSaved, domain('off.test', false));
  left = temporaryFolder();
  await killedWith(Object.values(hot), left);
}, 120_000);

/** Makes links and has a process visit them, until its snapshot has them; then that process is killed. */
async function killedWith(routes: readonly Route[], folder: string): Promise<void> {
  for (const route of routes) await publish(linkCreated, { route });
  const child = await startChild(folder);
  await started(child);
  for (const { code, host } of routes) {
    await eventually(async () => (await visit(child.url, `/${code}`, { host: own(host) })).status !== 404);
  }
  await eventually(() => isKept(child), { timeoutMs: 30_000 });
  await kill(child);
}

const own = (host: string) => (host === ANY_HOST ? 'go.test' : host);

/** Links, which says what is true. */
async function linksThatSay(routes: () => readonly Route[]): Promise<() => Promise<void>> {
  const connection = await connect({ servers: servers.natsUrl });
  const answer = <C extends RpcContract>(contract: C, reply: (input: RpcRequest<C>) => object) =>
    connection.subscribe(contract.subject, {
      callback: (_error, message) => {
        const { id, data } = message.json<{ id: string; data: { data: RpcRequest<C> } }>();
        message.respond(JSON.stringify({ id, response: reply(data.data), isDisposed: true }));
      },
    });
  const row = (route: Route) => ({ key: [route.code, route.host], version: route.version, content: route });
  answer(resolveKeysRpc, ({ keys }) => ({
    routes: routes().filter((route) =>
      keys.some(({ code, hosts }) => code === route.code && hosts.includes(route.host)),
    ),
    checked: keys.length,
  }));
  answer(routeVersionsRpc, (input) => versionsReply(input, routes().map(row)));
  answer(routeRangeRpc, ({ fields }) => rangeReply(routes().map(row), fields));
  await connection.flush();
  return () => connection.close();
}

describe('a process that starts without its stores', () => {
  afterEach(async () => {
    await Promise.all([servers.postgres.start(), servers.nats.start()].map((there) => there.catch(() => undefined)));
  });

  it('answers what was hot, says how old that is, counts every click, and gives way to the service', async () => {
    const { plain, anyHost, capped, locked } = hot;
    // Its clicks as well.
    const folder = left;
    await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
    const child = await startChild(folder);
    await eventually(async () => (await location(child, plain.code)) === plain.original_url, { timeoutMs: 20_000 });
    expect(await location(child, anyHost.code)).toBe(anyHost.original_url);
    expect(await location(child, anyHost.code, 'never-seen.test')).toBe(503);
    expect(await location(child, capped.code)).toBe(503);
    expect(await location(child, 'unknown-code')).toBe(503);
    expect(await location(child, plain.code, 'off.test')).toBe(404);
    expect((await visit(child.url, `/${locked.code}`, { form: 'password=wrong' })).status).toBe(401);
    const unlocked = await visit(child.url, `/${locked.code}`, { form: 'password=secret+word' });
    expect(unlocked.headers.location).toBe(locked.original_url);
    expect((await visit(child.url, '/', {})).headers.location).toBe('http://web.test');
    const report = await readiness(child);
    expect(report.status).toBe(200);
    expect(report.warnings?.stand_in).toMatch(/answers what was known at 20\d\d-/);
    const metrics = await (await fetch(`${child.admin}/metrics`)).text();
    expect(metrics).toMatch(/redirect_stand_in_visits_total\{outcome="redirect"[^}]*\} [1-9]/);
    expect(metrics).toMatch(/redirect_stand_in_age_seconds\{[^}]*\} [0-9.]+/);

    await Promise.all([servers.postgres.start(), servers.nats.start()]);
    await started(child);
    await eventually(async () => (await location(child, capped.code)) === capped.original_url, { timeoutMs: 20_000 });
    expect((await readiness(child)).warnings?.stand_in).toBeUndefined();
    await eventually(
      async () => {
        const { clicks } = await clicksOn(servers);
        const ours = clicks.filter(({ link_id, method }) => link_id === anyHost.link_id && method === 'GET');
        // One before it was killed, one from the snapshot.
        expect(ours).toHaveLength(2);
        expect(clicks.filter(({ link_id }) => link_id === locked.link_id)).toHaveLength(1);
      },
      { timeoutMs: 30_000, intervalMs: 200 },
    );
  }, 150_000);

  it('asks links, once NATS is there, before it answers with what it knew', async () => {
    const { plain: kept, deleted, edited, anyHost: guarded } = hot;
    const folder = leftBehind();
    const made = aRoute();
    const atHome = { ...guarded, host: 'go.test', original_url: 'https://example.com/at-home' };
    const now = [kept, { ...edited, version: 2, original_url: 'https://example.com/2' }, made, guarded, atHome];

    await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
    const child = await startChild(folder);
    // While nobody can be asked, what was known stands.
    for (const { code, original_url } of [kept, deleted, edited]) {
      await eventually(async () => (await location(child, code)) === original_url, { timeoutMs: 20_000 });
    }
    await servers.nats.start();
    const close = await linksThatSay(() => now);
    try {
      await eventually(async () => (await readiness(child)).warnings?.nats === undefined, { timeoutMs: 20_000 });
      // Links that are asked about in vain, for links was not there, are asked about again soon.
      await eventually(async () => (await location(child, deleted.code)) === 404, { timeoutMs: 10_000 });
      expect(await location(child, kept.code)).toBe(kept.original_url);
      expect(await location(child, edited.code)).toBe('https://example.com/2');
      expect(await location(child, made.code)).toBe(made.original_url);
      expect(await location(child, guarded.code)).toBe('https://example.com/at-home');
      const next = { ...kept, version: 2, original_url: 'https://example.com/next' };
      await publish(linkUpdated, { route: next, previous: null });
      await eventually(async () => (await location(child, kept.code)) === 'https://example.com/next');
    } finally {
      await close();
    }
  }, 120_000);

  it('knows what events told a moment before it was killed', async () => {
    const folder = temporaryFolder();
    const [kept, deleted] = [aRoute(), aRoute()];
    for (const route of [kept, deleted]) await publish(linkCreated, { route });
    const child = await startChild(folder);
    await started(child);
    for (const { code, original_url } of [kept, deleted]) {
      await eventually(async () => (await location(child, code)) === original_url);
    }
    await eventually(() => isKept(child), { timeoutMs: 30_000 });
    const { code, host, link_id, workspace_id } = deleted;
    await publish(linkDeleted, { link_id, workspace_id, key: { code, host, version: 2 } });
    const known = async () => (await readSnapshots(join(folder, 'snapshot'), () => undefined))?.routes ?? [];
    // Long before the snapshot is written anew.
    await eventually(async () => !(await known()).some((each) => each.known.code === code), { timeoutMs: 10_000 });
    await kill(child);

    await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
    const next = await startChild(folder);
    await eventually(async () => (await location(next, kept.code)) === kept.original_url, { timeoutMs: 20_000 });
    expect(await location(next, code)).toBe(503);
  }, 120_000);

  it('ends in order while it waits: whoever is being answered is answered', async () => {
    const route = hot.locked;
    await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
    const child = await startChild(leftBehind(), { DRAIN_DELAY_MS: '1500' });
    await eventually(async () => (await visit(child.url, `/${route.code}`)).status === 200, { timeoutMs: 20_000 });
    const exited = once(child.process, 'exit');
    child.process.kill('SIGTERM');
    await eventually(async () => expect((await readiness(child)).checks.drain).toBe('draining'));
    const late = await visit(child.url, `/${route.code}`, { form: 'password=secret+word' });
    expect(late.headers.location).toBe(route.original_url);
    expect((await exited)[0]).toBe(0);
  }, 120_000);

  it('with other stores than were known to be right it answers, and is not ready', async () => {
    const route = hot.capped;
    const wrong = new URL(servers.databaseUrl('redirect'));
    wrong.port = String(await freePort());
    const child = await startChild(leftBehind(), { DATABASE_URL: wrong.href });
    await eventually(async () => (await location(child, route.code)) === 503, { timeoutMs: 20_000 });
    const report = await readiness(child);
    expect(report.status).toBe(503);
    expect(report.checks.stand_in).toContain('of other stores');
  }, 120_000);

  it('what happened while no process was there counts at the first visit', async () => {
    const { deleted, edited, ...others } = hot;
    const next = { ...edited, version: 2, original_url: 'https://example.com/next' };
    // What links does not know is taken out of the table, which the next test reads.
    const close = await linksThatSay(() => [next, ...Object.values(others)]);
    try {
      const child = await startChild(leftBehind());
      await started(child);
      expect(await location(child, deleted.code)).toBe(404);
      expect(await location(child, edited.code)).toBe('https://example.com/next');
    } finally {
      await close();
    }
  }, 120_000);

  it('with its stores it has what was hot in memory before anybody asks', async () => {
    const route = hot.locked;
    const child = await startChild(leftBehind());
    await eventually(() => child.output().includes('links that were hot are in memory'), { timeoutMs: 30_000 });
    await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
    expect(await location(child, route.code)).toBe(200);
  }, 120_000);

  it('without a snapshot, or with one that is damaged, waits and says so', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'snapshot'));
    writeFileSync(join(folder, 'snapshot', 'abc-00112233.snapshot'), '{"known":1}\n{"format":1,"at":1,"crc":1}\n');
    await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
    const child = await startChild(folder);
    await eventually(() => child.output().includes('a snapshot cannot be read and is passed over'), {
      timeoutMs: 20_000,
    });
    expect((await readiness(child)).status).toBe(503);
    await expect(visit(child.url, '/any', {})).rejects.toThrow('ECONNREFUSED');
    const exited = once(child.process, 'exit');
    child.process.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  }, 60_000);
});
