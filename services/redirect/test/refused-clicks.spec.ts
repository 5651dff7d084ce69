import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Click } from '@linkway/contracts';
import { AppLogger, loadConfig, Metrics, NatsService, Tracing } from '@linkway/platform';
import { type EmbeddedNats, freePort, startNats } from '@linkway/platform/embedded';
import { eventually } from '@linkway/platform/testkit';
import { ClickPublisher } from '../src/click/click.publisher.js';
import { ClickAlarm } from '../src/click/click-alarm.js';
import { ClickLog } from '../src/click/click-log.js';
import { type ClickSource, clickJson, linkJson, targetJson } from '../src/click/click-record.js';
import { ClickShipper } from '../src/click/click-shipper.js';
import { redirectConfig } from '../src/config.js';
import { CHROME, clicksOn, temporaryFolder } from './harness.js';

/** A server with limits of its own, whatever the others have. */
let server: EmbeddedNats;
let port: number;
let data: string;
let clickLog: string;
const closing: (() => Promise<void>)[] = [];
const project = fileURLToPath(new URL('..', import.meta.url));

const SMALL = 16 * 1024;
const startServer = async (maxPayload: number) => {
  server = await startNats({ dataDir: data, port, maxPayload });
};

beforeEach(async () => {
  data = join(temporaryFolder(), 'nats');
  clickLog = temporaryFolder();
  port = await freePort();
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await server.stop();
});

const link = linkJson({
  link_id: '0197a000-0000-7000-8000-0000000000aa',
  workspace_id: '0197a000-0000-7000-8000-0000000000bb',
  code: 'code1',
});

function aClick(more: Partial<ClickSource> = {}): string {
  const source = {
    host: 'go.test',
    ip: '203.0.113.7',
    userAgent: CHROME,
    referer: '',
    acceptLanguage: 'en',
    query: '',
    purpose: '',
    method: 'GET',
    signedIn: false,
    ...more,
  };
  return clickJson(Date.now(), source, link, targetJson('https://example.com/', 'default'));
}

/** One that no visitor can make: what the edge writes is cut to 4.6 kB. */
const tooLarge = () => aClick().replace('"query":""', `"query":"${'x'.repeat(2 * SMALL)}"`);

interface Shipping {
  log: ClickLog;
  alarm: Metrics;
  nats: NatsService;
  /** Batches that were sent in vain. */
  failed(): Promise<number>;
  append(clicks: string[]): Promise<void>;
  /** As a process that is killed would leave it, but for its socket. */
  stop(): Promise<void>;
}

/** The click log of a process and what ships it. */
async function startShipping(): Promise<Shipping> {
  const config = loadConfig(redirectConfig, {
    NATS_URL: server.url,
    DATABASE_URL: 'postgres://none',
    CLICK_LOG_DIR: clickLog,
    LOG_LEVEL: 'fatal',
  });
  const logger = AppLogger.create('redirect', 'test', config);
  const nats = await NatsService.open(config, 'redirect', 'test', logger);
  const metrics = new Metrics('redirect');
  const alarm = new ClickAlarm(metrics, logger);
  const publisher = new ClickPublisher(nats, new Tracing('redirect', 'test', ''), alarm, metrics);
  const publishing = jest.spyOn(publisher, 'publish');
  const log = await ClickLog.open({
    directory: clickLog,
    maxBytes: 1 << 26,
    segmentBytes: 1 << 22,
    sync: 'write',
    onLoss: (clicks, reason) => alarm.raise(clicks, reason),
    onSetAside: (clicks, reason) => alarm.setAside(clicks, reason),
    onTrouble: () => undefined,
  });
  const shipper = new ClickShipper(log, publisher, 1, () => undefined);
  shipper.start();
  const stop = async () => {
    await shipper.stop();
    log.close();
    await nats.close();
  };
  closing.push(stop);
  return {
    log,
    alarm: metrics,
    nats,
    failed: async () => {
      const outcomes = await Promise.allSettled(publishing.mock.results.map(({ value }) => value as Promise<boolean>));
      return outcomes.filter(({ status }) => status === 'rejected').length;
    },
    append: async (clicks) => {
      await Promise.all(clicks.map((click) => new Promise<void>((done) => log.append(click, 7, done))));
    },
    stop: async () => {
      closing.splice(closing.indexOf(stop), 1);
      await stop();
    },
  };
}

const idsOf = (clicks: string[]) => clicks.map((click) => (JSON.parse(click) as Click).event_id).toSorted();
const arrived = async () => (await clicksOn({ natsUrl: server.url })).clicks.map(({ event_id }) => event_id).toSorted();
const shipped = (log: ClickLog) => eventually(() => log.nextToShip() === null, { timeoutMs: 20_000 });
const counted = async (metrics: Metrics, name: string) =>
  Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(await metrics.registry.metrics())?.[1] ?? 0);

const many = (count: number) => Array.from({ length: count }, () => aClick());

it('batches are never larger than the server takes, and nothing is refused', async () => {
  await startServer(SMALL);
  const { log, alarm, append, failed } = await startShipping();
  // As large as a visitor can make them, and many that are usual.
  const largest = {
    userAgent: '\u0001'.repeat(2_000),
    query: `utm_source=${'\u{1f600}'.repeat(400)}`,
    referer: `https://${'\u4e00'.repeat(400)}/`,
  };
  const clicks = [...many(700), ...Array.from({ length: 20 }, () => aClick(largest))];
  await append(clicks);
  await shipped(log);
  expect(await arrived()).toEqual(idsOf(clicks));
  expect(await failed()).toBe(0);
  expect(await counted(alarm, 'redirect_clicks_set_aside_total')).toBe(0);
}, 60_000);

it('a click that the server never takes is set aside and told, what is behind it goes on, and it is sent when it can be', async () => {
  await startServer(SMALL);
  const first = await startShipping();
  const clicks = [...many(5), tooLarge(), ...many(300)];
  await first.append(clicks);
  await shipped(first.log);
  expect(await arrived()).toEqual(idsOf(clicks.toSpliced(5, 1)));
  expect(await counted(first.alarm, 'redirect_clicks_set_aside_total')).toBe(1);
  expect(await counted(first.alarm, 'redirect_clicks_lost_total')).toBe(0);
  await first.stop();

  await server.stop();
  await startServer(1024 ** 2);
  const second = await startShipping();
  expect(second.log.setAsideClicks).toBe(1);
  expect(program('list')).toMatch(/"name":"[0-9a-f-]{36}-00000001-0\.1\.refused","clicks":1,/);
  expect(program('replay', 'all')).toBe('replayed 1 clicks in 1 files\n');
  await second.log.adopt();
  await shipped(second.log);
  expect(await arrived()).toEqual(idsOf(clicks));
  expect(second.log.setAsideClicks).toBe(0);
}, 90_000);

it('a batch that was cut for a server that took more arrives whole', async () => {
  await startServer(1024 ** 2);
  const first = await startShipping();
  await server.stop();
  const clicks = many(500);
  await first.append(clicks);
  // Cut, and not to be published.
  await eventually(() => (first.log.segments[0]?.cuts.open?.clicks ?? 0) > 300);
  await first.stop();
  await startServer(SMALL);
  const second = await startShipping();
  await shipped(second.log);
  expect(await arrived()).toEqual(idsOf(clicks));
  expect(await counted(second.alarm, 'redirect_clicks_set_aside_total')).toBe(0);
}, 60_000);

it('a stream that takes less than the server gets smaller batches', async () => {
  await startServer(1024 ** 2);
  const { log, alarm, nats, append } = await startShipping();
  const before = many(1);
  await append(before);
  await shipped(log);
  const manager = await nats.manager();
  const { config } = await manager.streams.info('CLICKS_0');
  await manager.streams.update('CLICKS_0', { ...config, max_msg_size: SMALL });
  const clicks = [...many(100), tooLarge(), ...many(100)];
  await append(clicks);
  await shipped(log);
  expect(await arrived()).toEqual(idsOf([...before, ...clicks.toSpliced(100, 1)]));
  expect(await counted(alarm, 'redirect_clicks_set_aside_total')).toBe(1);
}, 60_000);

function program(...args: string[]): string {
  const run = spawnSync(process.execPath, ['dist/click/refused-clicks.main.js', ...args], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: '', CLICK_LOG_DIR: clickLog },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return run.stdout;
}
