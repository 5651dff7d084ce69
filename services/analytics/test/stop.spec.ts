import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { eventually, startService, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { LEASE_STREAM } from '../src/lease/lease-stream.js';
import { service } from '../src/main.js';
import { ClickRepository } from '../src/store/click.repository.js';
import { Asker, aClick, ClickPublisher } from './analytics.harness.js';
import { Wire } from './wire.js';

/** In the README: about three seconds; and what a busy machine needs for it. Time-outs one after the other are half a minute. */
const STOPPED_WITHIN_MS = 12_000;
/** Longer than a store is waited for that gives no answer. */
const SLOW_MS = 4_500;

const servers = useServers({ nats: true, clickhouseServer: true });
let publisher: ClickPublisher;
let wires: { nats: Wire; clickhouse: Wire };

beforeAll(async () => {
  publisher = await ClickPublisher.open(servers.natsUrl);
});

beforeEach(async () => {
  wires = { nats: new Wire(new URL(servers.natsUrl)), clickhouse: new Wire(new URL(servers.clickhouseServer.url)) };
  await Promise.all([wires.nats.join(), wires.clickhouse.join()]);
});

const cut = () => Promise.all([wires.nats.cut(), wires.clickhouse.cut()]);

afterEach(cut);
afterAll(() => publisher.close());

const environment = (more: Record<string, string> = {}) =>
  servers.env('analytics', { VISITOR_SECRET: 'test', CLICKHOUSE_READERS: '2', LOG_LEVEL: 'fatal', ...more });

/** A service that reaches its stores over the wires. */
async function start(name = uuidv7()): Promise<RunningService> {
  const stores = { NATS_URL: wires.nats.url, CLICKHOUSE_URL: wires.clickhouse.url, INSTANCE_ID: name };
  const running = await service.start(environment(stores));
  await eventually(() => running.ready(), { timeoutMs: 20_000 });
  return running;
}

const stopsInTime = (running: RunningService) =>
  Promise.race([running.stop().then(() => true), delay(STOPPED_WITHIN_MS, false, { ref: false })]);

const aLink = () => ({ workspace_id: uuidv7(), link_id: uuidv7() });

/** By a process of its own, which reads on where the one before ended. */
async function counted(link: ReturnType<typeof aLink>, clicks: number): Promise<void> {
  // As the system does when a process ends: NATS would go on to send it questions.
  await cut();
  const next = await startService(service, environment());
  try {
    const total = async () => (await new Asker(next).link(link.workspace_id, link.link_id)).total;
    await eventually(async () => expect(await total()).toBe(clicks), { timeoutMs: 30_000 });
  } finally {
    await next.stop();
  }
}

/** What a process of that name says of itself and of its work. */
async function leasesOf(name: string): Promise<string[]> {
  const { streams } = await publisher.manager();
  const { state } = await streams.info(LEASE_STREAM, { subjects_filter: '>' });
  const held: string[] = [];
  for (const subject of Object.keys(state.subjects ?? {})) {
    const message = await streams.getMessage(LEASE_STREAM, { last_by_subj: subject });
    if (message?.string() === name || subject.endsWith(`.${name}`)) held.push(subject);
  }
  return held;
}

/** One click is stored, and two more are in the hand of the service, which is about to `insert` them. */
async function inHand(running: RunningService, insert: (stored: () => Promise<void>) => Promise<void>) {
  const link = aLink();
  await publisher.publish([aClick(link)]);
  const total = async () => (await new Asker(running).link(link.workspace_id, link.link_id)).total;
  await eventually(async () => expect(await total()).toBe(1), { timeoutMs: 20_000 });
  const clicks = running.get(ClickRepository);
  const original = clicks.insert.bind(clicks);
  const inserting = jest
    .spyOn(clicks, 'insert')
    .mockImplementation((rows, token) => insert(() => original(rows, token)));
  await publisher.publish([aClick(link), aClick(link)]);
  await eventually(() => inserting.mock.calls.length > 0);
  return { link, inserted: async () => inserting.mock.results[0]?.value };
}

describe('a stop', () => {
  it('ends without its stores, and clicks in hand are counted once by the next process', async () => {
    const running = await start();
    const { link } = await inHand(running, () => Promise.reject(new Error('connection reset')));
    await cut();
    expect(await stopsInTime(running)).toBe(true);
    await counted(link, 3);
  }, 90_000);

  it('ends with stores that are silent, and clicks in hand are counted once by the next process', async () => {
    const running = await start();
    const { link } = await inHand(running, (stored) => {
      wires.nats.silence();
      wires.clickhouse.silence();
      return stored();
    });
    expect(await stopsInTime(running)).toBe(true);
    await counted(link, 3);
  }, 90_000);

  it('gives its leases back though ClickHouse is silent', async () => {
    const name = uuidv7();
    const running = await start(name);
    await inHand(running, (stored) => {
      wires.clickhouse.silence();
      return stored();
    });
    expect(await leasesOf(name)).not.toEqual([]);
    expect(await stopsInTime(running)).toBe(true);
    expect(await leasesOf(name)).toEqual([]);
  }, 90_000);

  it('waits for stores that are there, however slowly they work: clicks in hand are stored, leases given back', async () => {
    const name = uuidv7();
    const running = await start(name);
    const { link, inserted } = await inHand(running, async (stored) => {
      await delay(SLOW_MS);
      await stored();
    });
    await running.stop();
    await expect(inserted()).resolves.toBeUndefined();
    expect(await leasesOf(name)).toEqual([]);
    await counted(link, 3);
  }, 90_000);
});
