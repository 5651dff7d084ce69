import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { AppLogger } from '../src/log/logger.js';
import { OUTBOX_CHANNEL } from '../src/outbox/outbox.channel.js';
import { OutboxListener } from '../src/outbox/outbox.listener.js';
import { eventually, useServers } from '../src/testkit/index.js';

const servers = useServers({ postgres: true });
const logger = AppLogger.create('teller', 'teller-1', {
  LOG_LEVEL: 'fatal',
  LOG_FILE: '',
  LOG_MAX_BYTES: 0,
  LOG_KEEP: 1,
});

/** The way to PostgreSQL, which can be closed, or swallow what goes over its connections. */
class Way {
  private readonly ends = new Set<Socket>();
  private isClosed = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(to: string): Promise<Way> {
    const target = new URL(to);
    const server = createServer((near) => way.carry(near, connect(Number(target.port), target.hostname)));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = new URL(to);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as { port: number }).port);
    const way = new Way(server, url.href);
    return way;
  }

  private carry(near: Socket, far: Socket): void {
    for (const end of [near, far]) {
      this.ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => this.ends.delete(end));
    }
    if (this.isClosed) near.destroy();
    near.pipe(far).pipe(near);
  }

  /** As a firewall that forgot them: nobody hears that they are gone. */
  forget(): void {
    for (const end of this.ends) {
      end.unpipe();
      end.on('data', () => undefined);
    }
  }

  close(): void {
    this.isClosed = true;
    for (const end of this.ends) end.destroy();
  }

  reopen(): void {
    this.isClosed = false;
  }

  async end(): Promise<void> {
    this.close();
    await new Promise((done) => this.server.close(done));
  }
}

let way: Way;
let listener: OutboxListener;
let wakes: number;
/** Another process that listens. */
let other: pg.Client;
let told: number;

const isOpen = async (): Promise<void> => {
  const before = wakes;
  await other.query(`NOTIFY ${OUTBOX_CHANNEL}`);
  await delay(50);
  expect(wakes).toBeGreaterThan(before);
};

beforeEach(async () => {
  const url = servers.databaseUrl('teller');
  way = await Way.open(url);
  [wakes, told] = [0, 0];
  listener = new OutboxListener(way.url, 'teller', () => (wakes += 1), logger);
  listener.start();
  other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query(`LISTEN ${OUTBOX_CHANNEL}`);
  await eventually(isOpen);
  // What this client itself sends comes back to it as well.
  await delay(50);
  told = 0;
  other.on('notification', () => (told += 1));
});

afterEach(async () => {
  await listener.stop();
  await other.end();
  await way.end();
});

describe('OutboxListener', () => {
  it('tells of the first row of a burst at once, and of the rest together', async () => {
    for (let row = 0; row < 5; row += 1) listener.tell();
    await eventually(() => expect(told).toBe(2), { timeoutMs: 5_000 });
    await delay(200);
    expect(told).toBe(2);
  }, 20_000);

  it('tells of rows that were stored while its connection was lost, once it is back', async () => {
    way.close();
    await delay(100);
    listener.tell();
    await delay(200);
    expect(told).toBe(0);
    const before = wakes;
    way.reopen();
    await eventually(() => expect(told).toBe(1), { timeoutMs: 20_000 });
    // What others told meanwhile nobody heard.
    expect(wakes).toBeGreaterThan(before);
  }, 30_000);

  it('opens a connection anew that does not answer', async () => {
    way.forget();
    const before = wakes;
    listener.tell();
    // The time for an answer, and the pause before a connection is opened.
    await eventually(() => expect(told).toBe(1), { timeoutMs: 20_000 });
    expect(wakes).toBeGreaterThan(before);
    await eventually(isOpen);
  }, 40_000);
});
