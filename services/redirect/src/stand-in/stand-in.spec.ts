import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import {
  accountStandingRangeRpc,
  domainVersionsRpc,
  type Route,
  routeRangeRpc,
  routeVersionsRpc,
} from '@linkway/contracts';
import { type AppLogger, Health, Metrics, type Reached, type StandIn, type Tail } from '@linkway/platform';
import { eventually } from '@linkway/platform/testkit';
import { type RedirectConfig, redirectConfig } from '../config.js';
import { route } from '../route/fake-route.js';
import { versionOf } from '../route/route-version.js';
import { readSnapshots, type Snapshot, SnapshotFile } from '../snapshot/snapshot-file.js';
import { storesOf } from '../snapshot/snapshot-writer.js';
import { standInFor } from './stand-in.js';

const logger = { warn: () => undefined, info: () => undefined, error: jest.fn() } as unknown as AppLogger;
const WORKSPACE = '0197a000-0000-7000-8000-00000000000a';
const known = route({ original_url: 'https://example.com/known', workspace_id: WORKSPACE });
const domain = { domain_id: 'd1', host: 'go.test', is_active: true, version: 1 };
let folder: string;
let config: RedirectConfig;
let metrics: Metrics;
let server: Server | null;
let standIn: StandIn | null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lw-stand-in-'));
  config = redirectConfig.parse({
    DATABASE_URL: 'postgres://linkway@db/redirect',
    NATS_URL: 'nats://nats:4222',
    CLICK_LOG_DIR: join(folder, 'clicks'),
    SNAPSHOT_DIR: join(folder, 'snapshot'),
  });
  metrics = new Metrics('test');
  server = null;
  standIn = null;
});
afterEach(async () => {
  await standIn?.end();
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function begin(
  stores = storesOf(config),
  workspaces: Snapshot['workspaces'] = [],
  link = known,
): Promise<StandIn> {
  const routes = [{ known: versionOf(link), guards: false }];
  await new SnapshotFile(config.SNAPSHOT_DIR).write({
    at: Date.now(),
    stores,
    domains: [domain],
    workspaces,
    routes,
  });
  standIn = await standInFor({ config, logger, metrics, health: new Health() }, config);
  if (!standIn) throw new Error('there is no stand-in');
  server = createServer(standIn.listener).listen(0, '127.0.0.1');
  await new Promise((listening) => server?.once('listening', listening));
  return standIn;
}

/** Where a visit leads, or the status of its page. */
const visit = (host = 'go.test', headers = {}) =>
  new Promise<string | number>((resolve, reject) => {
    if (!server) throw new Error('there is no server');
    const { port } = server.address() as AddressInfo;
    get({ port, path: `/${known.code}`, headers: { host, ...headers }, agent: false }, (response) => {
      response.resume();
      resolve(response.headers.location ?? response.statusCode ?? 0);
    }).on('error', reject);
  });

/** NATS as it is reached, with links and domains that say what the test has them say. */
function others(links: () => Route[], domains: () => { is_active: boolean; version: number } = () => domain) {
  const asked: string[] = [];
  const accounts: { key: string[]; version: number; digest: string | null }[] = [];
  const tails: { handler: (event: object) => void; gap: () => void; stopped: boolean }[] = [];
  const call = async (contract: { subject: string }, input: { keys: { key: string[]; version: number | null }[] }) => {
    asked.push(contract.subject);
    if (contract.subject === routeRangeRpc.subject)
      return { rows: links().map(({ version }) => ({ key: [], version })) };
    if (contract.subject === accountStandingRangeRpc.subject) return { rows: accounts };
    const checked = input.keys.length;
    if (contract.subject === domainVersionsRpc.subject) {
      const { version, is_active } = domains();
      if (version === input.keys[0]?.version) return { rows: [], checked };
      return { rows: [{ key: ['d1'], version, content: { domain_name: 'go.test', is_active } }], checked };
    }
    if (contract.subject !== routeVersionsRpc.subject) return { routes: [], checked };
    const [there] = links();
    const isSame = there?.version === input.keys[0]?.version;
    const row = { key: [known.code, known.host], version: there?.version ?? null, content: there ?? null };
    return { rows: isSame ? [] : [row], checked };
  };
  const follow = (_contracts: unknown, handler: (event: object) => void): Tail => {
    const tail = { handler, gap: () => undefined as void, stopped: false };
    tails.push(tail);
    return {
      onGap: (callback) => {
        tail.gap = callback;
      },
      isHeard: () => true,
      stop: () => {
        tail.stopped = true;
      },
    };
  };
  const parts = { rpc: { call }, tail: { follow } } as unknown as Reached;
  const times = (contract: { subject: string }) => asked.filter((subject) => subject === contract.subject).length;
  return { parts, tails, times, accounts };
}

const next = { ...known, version: 2, original_url: 'https://example.com/next' };

it('answers what was known while nobody can be asked', async () => {
  await begin();
  expect(await visit()).toBe(known.original_url);
  expect(await visit('other.test')).toBe(503);
});

it('asks links once it can, follows events, and asks again where some may have been missed', async () => {
  await begin();
  expect(await visit()).toBe(known.original_url);
  let there = [known];
  const { parts, tails, times } = others(() => there);
  standIn?.reach(parts);
  expect(await visit()).toBe(known.original_url);
  const asked = times(routeVersionsRpc);
  expect(asked).toBeGreaterThan(0);
  expect(await visit()).toBe(known.original_url);
  expect(times(routeVersionsRpc)).toBe(asked);
  tails[0]?.handler({ route: next, previous: null });
  expect(await visit()).toBe(next.original_url);
  there = [{ ...next, version: 3, original_url: 'https://example.com/missed' }];
  tails[0]?.gap();
  expect(await visit()).toBe('https://example.com/missed');
});

it('leads visitors by their country, which it looks up itself', async () => {
  config = { ...config, TRUSTED_PROXIES: ['127.0.0.1'] };
  await begin(storesOf(config), [], { ...known, location_targeting: { VN: 'https://vn.example.com/' } });
  expect(await visit('go.test', { 'x-forwarded-for': '113.160.0.1' })).toBe('https://vn.example.com/');
  expect(await visit('go.test', { 'x-forwarded-for': '8.8.8.8' })).toBe(known.original_url);
});

it('does not believe links that has none at all', async () => {
  await begin();
  const { parts } = others(() => []);
  standIn?.reach(parts);
  expect(await visit()).toBe(known.original_url);
  expect(logger.error).toHaveBeenCalledWith(expect.stringContaining('ALARM'), expect.anything());
});

it('keeps links paused whose workspace was shut, asks identity once it can, and follows it', async () => {
  const shut = { workspace_id: WORKSPACE, is_shut: true, version: 2 };
  await begin(storesOf(config), [shut]);
  expect(await visit()).toBe(404);
  const { parts, tails, accounts } = others(() => [known]);
  accounts.push({ key: [WORKSPACE], version: 3, digest: null });
  standIn?.reach(parts);
  await eventually(async () => expect(await visit()).toBe(known.original_url));
  const account = { workspace_id: WORKSPACE, role: 'user', subscription_type: 'basic', monthly_links_limit: 50 };
  tails[2]?.handler({ user_id: WORKSPACE, account: { ...account, status: 'suspended', version: 4 } });
  expect(await visit()).toBe(404);
  tails[2]?.handler({ user_id: WORKSPACE });
  expect(await visit()).toBe(404);
  accounts.splice(0, 1, { key: [WORKSPACE], version: 5, digest: null });
  tails[2]?.gap();
  await eventually(async () => expect(await visit()).toBe(known.original_url));
});

it('asks domains which hosts are switched on, follows them, and asks again where news may have been missed', async () => {
  await begin();
  let state = { is_active: false, version: 2 };
  const { parts, tails } = others(
    () => [known],
    () => state,
  );
  standIn?.reach(parts);
  await eventually(async () => expect(await visit()).toBe(404));
  const saved = { domain_id: 'd1', domain_name: 'go.test', is_free: true, sort_order: 0 };
  tails[1]?.handler({ ...saved, is_active: true, version: 3 });
  expect(await visit()).toBe(known.original_url);
  state = { is_active: false, version: 4 };
  tails[1]?.gap();
  await eventually(async () => expect(await visit()).toBe(404));
});

it('its end leaves nothing behind but clicks and what it learnt', async () => {
  const made = await begin();
  const { parts, tails } = others(() => [known]);
  made.reach(parts);
  expect(await visit()).toBe(known.original_url);
  tails[0]?.handler({ route: next, previous: null });
  expect(await metrics.registry.metrics()).toMatch(/redirect_stand_in_age_seconds\{[^}]*\} 0?\.?\d*[1-9]/);
  await made.end();
  standIn = null;
  expect(tails.map(({ stopped }) => stopped)).toEqual([true, true, true, true]);
  expect(await metrics.registry.metrics()).toMatch(/redirect_stand_in_age_seconds\{[^}]*\} 0\n/);
  const names = readdirSync(join(config.CLICK_LOG_DIR, 'v2'));
  expect(names.some((name) => name.endsWith('.alive'))).toBe(false);
  expect(readdirSync(join(config.CLICK_LOG_DIR, 'v2', names[0] ?? ''))).not.toEqual([]);
  const snapshot = await readSnapshots(config.SNAPSHOT_DIR, () => undefined);
  expect(snapshot?.routes.map((each) => each.known.route?.original_url)).toEqual([next.original_url]);
});

it('is trusted only with the stores that the snapshot was written with', async () => {
  expect((await begin()).isTrusted).toBe(true);
  await standIn?.end();
  server?.close();
  rmSync(config.SNAPSHOT_DIR, { recursive: true, force: true });
  metrics = new Metrics('test');
  const other = await begin('of-others');
  expect(other.isTrusted).toBe(false);
  expect(other.about).toContain('of other stores');
});

it('there is none without links to answer with, or where none are to be kept', async () => {
  const parts = { config, logger, metrics, health: new Health() };
  expect(await standInFor(parts, config)).toBeNull();
  const empty = { at: Date.now(), stores: '', domains: [domain], workspaces: [], routes: [] };
  await new SnapshotFile(config.SNAPSHOT_DIR).write(empty);
  expect(await standInFor(parts, config)).toBeNull();
  await new SnapshotFile(config.SNAPSHOT_DIR).write({ ...empty, routes: [{ known: versionOf(known), guards: false }] });
  expect(await standInFor(parts, { ...config, SNAPSHOT_ROUTES: 0 })).toBeNull();
});

it('what was visited last before it is what it keeps first', async () => {
  const codes = ['abc', 'def', 'ghi'];
  const routes = codes.map((code) => ({ known: versionOf(route({ code })), guards: false }));
  await new SnapshotFile(config.SNAPSHOT_DIR).write({
    at: Date.now(),
    stores: '',
    domains: [domain],
    workspaces: [],
    routes,
  });
  standIn = await standInFor({ config, logger, metrics, health: new Health() }, config);
  rmSync(config.SNAPSHOT_DIR, { recursive: true });
  await standIn?.end();
  standIn = null;
  const snapshot = await readSnapshots(config.SNAPSHOT_DIR, () => undefined);
  expect(snapshot?.routes.map(({ known: { code } }) => code)).toEqual(codes);
});
