import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { startClickHouseServer } from '@linkway/platform/embedded';
import { eventually, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { Asker, aClick, ClickPublisher } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true, clickhouseServer: true });
const SECRET = { VISITOR_SECRET: 'test', LOG_LEVEL: 'fatal' };
let publisher: ClickPublisher;
let analytics: RunningService | null = null;

beforeAll(async () => {
  publisher = await ClickPublisher.open(servers.natsUrl);
});

afterAll(async () => {
  await analytics?.stop();
  await publisher.close();
});

const aLink = () => ({ workspace_id: uuidv7(), link_id: uuidv7() });
type TestLink = ReturnType<typeof aLink>;

const embedded = () => {
  const { CLICKHOUSE_URL: _, ...env } = servers.env('analytics', SECRET);
  return env;
};

async function start(env: Record<string, string>): Promise<RunningService> {
  await analytics?.stop();
  analytics = await service.start(env);
  return analytics;
}

async function readiness({ adminUrl }: RunningService): Promise<string> {
  const { checks } = (await (await fetch(`${adminUrl}/readyz`)).json()) as { checks: Record<string, string> };
  return checks.clickhouse ?? '';
}

const ask = (running: RunningService, link: TestLink) => new Asker(running).link(link.workspace_id, link.link_id);

/** Starts, tells what to do, answers questions with 503; after the mend it goes on by itself and has every click. */
async function waitsFor(
  env: Record<string, string>,
  advice: RegExp,
  mend: () => Promise<void> | void,
): Promise<boolean> {
  const link = aLink();
  const running = await start(env);
  await eventually(async () => expect(await readiness(running)).toMatch(advice), { timeoutMs: 20_000 });
  await expect(ask(running, link)).rejects.toMatchObject({ code: 'service.unavailable', status: 503 });
  await eventually(() => publisher.publish([aClick(link), aClick(link)]));
  await mend();
  await eventually(() => running.ready(), { timeoutMs: 30_000 });
  await eventually(async () => expect((await ask(running, link)).total).toBe(2), { timeoutMs: 20_000 });
  return running.ready();
}

describe('without its store analytics starts, says what to do and goes on by itself', () => {
  beforeAll(async () => {
    // The stream is there before, as redirect makes it.
    const first = await start(embedded());
    await eventually(() => first.ready(), { timeoutMs: 20_000 });
    await first.stop();
    analytics = null;
  }, 60_000);

  it('while another process has the folder', async () => {
    const other = await startClickHouseServer({ dataDir: servers.clickhousePath });
    try {
      expect(
        await waitsFor(embedded(), /clickhouse.*cannot be opened: end the other process/, () => other.stop()),
      ).toBe(true);
    } finally {
      await other.stop();
    }
  }, 90_000);

  it('while the folder is damaged', async () => {
    await analytics?.stop();
    analytics = null;
    const metadata = find(servers.clickhousePath, 'clicks.sql');
    renameSync(metadata, `${metadata}.kept`);
    writeFileSync(metadata, 'garbage \u0000 of a power cut');
    const mend = () => renameSync(`${metadata}.kept`, metadata);
    expect(await waitsFor(embedded(), /cannot be opened.*restore it from a backup/, mend)).toBe(true);
  }, 90_000);

  it('while the server is away, and when it goes away later', async () => {
    await servers.clickhouseServer.stop();
    const env = servers.env('analytics', SECRET);
    const advice = /start it or correct CLICKHOUSE_URL/;
    expect(await waitsFor(env, advice, () => servers.clickhouseServer.start())).toBe(true);
    const link = aLink();
    await servers.clickhouseServer.kill();
    const running = analytics;
    if (!running) throw new Error('not started');
    await eventually(async () => expect(await readiness(running)).toMatch(/start it or correct/), {
      timeoutMs: 20_000,
    });
    await expect(ask(running, link)).rejects.toMatchObject({ status: 503 });
    await publisher.publish([aClick(link)]);
    await servers.clickhouseServer.start();
    await eventually(async () => expect((await ask(running, link)).total).toBe(1), { timeoutMs: 30_000 });
    await eventually(() => running.ready(), { timeoutMs: 20_000 });
  }, 90_000);

  it('tells parts that are broken', async () => {
    await analytics?.stop();
    analytics = null;
    const part = find(servers.clickhousePath, 'checksums.txt', /[\\/]\d{8}_\d+_\d+_\d+/);
    writeFileSync(part, '');
    const running = await start(embedded());
    await eventually(async () => {
      const metrics = await (await fetch(`${running.adminUrl}/metrics`)).text();
      expect(metrics).toMatch(/^analytics_detached_parts\{.*table="clicks".*\} 1$/m);
    });
  }, 60_000);
});

/** The file of that name somewhere below a folder. */
function find(folder: string, name: string, within = /./): string {
  mkdirSync(folder, { recursive: true });
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .find((path) => path.endsWith(`/${name}`) && within.test(path) && existsSync(path));
  if (!found) throw new Error(`no ${name} in ${folder}`);
  return found;
}
