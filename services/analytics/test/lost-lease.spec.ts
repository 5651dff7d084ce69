import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  AppLogger,
  clickStream,
  DeadLetters,
  ensureStream,
  loadConfig,
  Metrics,
  NatsService,
  Tracing,
} from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { analyticsConfig } from '../src/config.js';
import type { Batch, BatchService, PreparedBatch } from '../src/ingest/batch.service.js';
import { IngestMetrics } from '../src/ingest/ingest.metrics.js';
import type { Confirm } from '../src/ingest/insert-queue.js';
import { ShardConsumer } from '../src/ingest/shard.consumer.js';
import type { Lease } from '../src/lease/lease.js';
import { WorkShare } from '../src/lease/work-share.js';
import type { RangeRepository } from '../src/store/range.repository.js';
import { aClick, ClickPublisher } from './analytics.harness.js';

const servers = useServers({ nats: true });
let nats: NatsService;
let publisher: ClickPublisher;

const config = () =>
  loadConfig(analyticsConfig, {
    NATS_URL: servers.natsUrl,
    VISITOR_SECRET: 'test',
    LOG_LEVEL: 'fatal',
    CLICK_GIVE_UP_MS: '1000',
  });
const logger = () => AppLogger.create('analytics', 'test', config());

beforeAll(async () => {
  nats = await NatsService.open(config(), 'analytics', 'lost-lease', logger());
  publisher = await ClickPublisher.open(servers.natsUrl);
  await ensureStream(nats, clickStream(0));
});

afterAll(async () => {
  await publisher.close();
  await nats.close();
});

/** A lease that another process can take away. */
class FakeLease implements Pick<Lease, 'held' | 'due' | 'term' | 'acquire' | 'release'> {
  held = false;
  term = 1;
  free = true;
  readonly due = false;
  acquire = (): Promise<boolean> => {
    this.held = this.free;
    return Promise.resolve(this.held);
  };
  release = (): Promise<void> => {
    this.held = false;
    return Promise.resolve();
  };
}

/** A reader of the first shard, with a store that remembers what was stored last. */
function reader(
  deadLetters: Pick<DeadLetters, 'bury'> = new DeadLetters(nats),
  latest: PreparedBatch['range'] | null = null,
) {
  const lease = new FakeLease();
  const share = new WorkShare(nats, 'here', 1);
  const stored: string[][] = [];
  const prepare = jest.fn(
    async ({ stream, epoch, messages, fixed }: Batch): Promise<PreparedBatch> => ({
      shard: 'CLICKS_0',
      range: fixed ?? {
        stream,
        epoch,
        first: messages[0]?.message.seq ?? 0,
        last: messages.at(-1)?.message.seq ?? 0,
        lastStoredAt: messages.at(-1)?.message.time.toISOString() ?? '',
        skipped: [],
        refused_letters: [],
        batch: '',
      },
      rows: messages.flatMap(({ clicks }) =>
        clicks.map(({ event_id }) => ({ event_id })),
      ) as unknown as PreparedBatch['rows'],
      again: false,
    }),
  );
  const metrics = new Metrics('analytics');
  const store = jest.fn(async ({ range, rows }: PreparedBatch, confirm: Confirm): Promise<void> => {
    await confirm();
    latest = range;
    stored.push(rows.map(({ event_id }) => event_id));
  });
  const told = jest.fn<(rows: readonly { event_id: string }[]) => void>();
  const consumer = new ShardConsumer(
    0,
    {
      nats,
      config: config(),
      logger: logger(),
      tracing: new Tracing('analytics', 'test', ''),
      ranges: { latest: async () => latest } as unknown as RangeRepository,
      batches: {
        prepare,
        store,
        begin: () => performance.now() + 100,
        end: () => undefined,
      } as unknown as BatchService,
      signals: { stored: told },
      metrics: new IngestMetrics(metrics),
      deadLetters,
    },
    { lease: lease as unknown as Lease, share },
  );
  return { lease, share, stored, told, prepare, store, consumer, metrics };
}

describe('a process whose lease ran out while it was busy', () => {
  it('stores nothing of what it has in hand, and reads it again when it has the lease', async () => {
    const { lease, stored, told, prepare, consumer } = reader();
    const first = aClick();
    // Its machine stands still, or looking for repetitions takes long: meanwhile another process has taken the shard.
    const asIs = prepare.getMockImplementation();
    prepare.mockImplementationOnce(async (batch) => {
      lease.held = false;
      lease.free = false;
      if (!asIs) throw new Error('not mocked');
      return asIs(batch);
    });
    const running = consumer.run();
    try {
      await publisher.publish([first]);
      await eventually(() => prepare.mock.calls.length === 1);
      const asked = jest.spyOn(lease, 'acquire');
      // It asks for its turn again, in vain.
      await eventually(() => asked.mock.calls.length > 2);
      expect(stored).toEqual([]);
      expect(told).not.toHaveBeenCalled();
      lease.free = true;
      await eventually(() => stored.length > 0);
      expect(stored).toEqual([[first.event_id]]);
      // Open pages hear of what is stored.
      await eventually(() => expect(told.mock.calls.flat(2).map(({ event_id }) => event_id)).toEqual([first.event_id]));
    } finally {
      await consumer.stop();
      await running;
    }
  });

  it('gives up what it has begun to store, at each step of it', async () => {
    const { lease, stored, store, consumer } = reader();
    const asIs = store.getMockImplementation();
    store.mockImplementationOnce(async (batch, confirm) => {
      await confirm();
      // Fixing the range took longer than the lease.
      lease.held = false;
      lease.free = false;
      await confirm();
      return asIs?.(batch, confirm);
    });
    const running = consumer.run();
    try {
      const click = aClick();
      await publisher.publish([click]);
      await eventually(() => store.mock.calls.length === 1);
      const asked = jest.spyOn(lease, 'acquire');
      await eventually(() => asked.mock.calls.length > 2);
      expect(stored).toEqual([]);
      lease.free = true;
      await eventually(() => expect(stored.flat()).toContain(click.event_id));
    } finally {
      await consumer.stop();
      await running;
    }
  });
});

describe('what a process has in hand', () => {
  it('is given up where its lease was lost and taken again: another one may have stored it meanwhile', async () => {
    const { lease, stored, prepare, store, consumer } = reader();
    const asIs = store.getMockImplementation();
    store.mockImplementationOnce(async (batch, confirm) => {
      const stillHeld = await confirm();
      expect(stillHeld()).toBe(true);
      lease.term += 1;
      expect([lease.held, stillHeld()]).toEqual([true, false]);
      return asIs?.(batch, confirm);
    });
    const running = consumer.run();
    try {
      const click = aClick();
      await publisher.publish([click]);
      await eventually(() => expect(stored.flat()).toContain(click.event_id));
      // It was read once more.
      const reads = prepare.mock.calls.filter(([{ messages }]) =>
        messages.some(({ clicks }) => clicks.some(({ event_id }) => event_id === click.event_id)),
      );
      expect(reads.length).toBeGreaterThan(1);
    } finally {
      await consumer.stop();
      await running;
    }
  });
});

describe('a process that cannot store for longer than it is given', () => {
  const away = () => Promise.reject(new Error('connection refused'));

  it('goes on with what it has in hand where it is the only one', async () => {
    const { lease, share, stored, prepare, store, consumer } = reader();
    const [release, holdBack] = [jest.spyOn(lease, 'release'), jest.spyOn(share, 'holdBack')];
    const working = store.getMockImplementation();
    if (!working) throw new Error('not mocked');
    store.mockImplementation(away);
    const running = consumer.run();
    try {
      const click = aClick();
      await publisher.publish([click]);
      await eventually(() => store.mock.calls.length > 0);
      const began = Date.now();
      await eventually(() => Date.now() - began > 3 * config().CLICK_GIVE_UP_MS && store.mock.calls.length > 3);
      expect(release).not.toHaveBeenCalled();
      expect(holdBack).not.toHaveBeenCalled();
      store.mockImplementation(working);
      await eventually(() => stored.flat().includes(click.event_id));
      // What it had in hand was not read again.
      expect(prepare).toHaveBeenCalledTimes(stored.length);
    } finally {
      await consumer.stop();
      await running;
    }
  });

  it('leaves it to another one', async () => {
    const { lease, share, store, consumer } = reader();
    const other = new WorkShare(nats, 'other', 1);
    await other.announce(1);
    await share.announce(1);
    const [release, holdBack] = [jest.spyOn(lease, 'release'), jest.spyOn(share, 'holdBack')];
    store.mockImplementation(away);
    const running = consumer.run();
    try {
      await publisher.publish([aClick()]);
      await eventually(() => expect(holdBack).toHaveBeenCalled());
      expect(release).toHaveBeenCalled();
      const tries = store.mock.calls.length;
      await delay(1_500);
      expect(store).toHaveBeenCalledTimes(tries);
    } finally {
      await consumer.stop();
      await running;
      await Promise.all([other.leave(), share.leave()]);
    }
  });
});

describe('a message that cannot be read', () => {
  const bury = jest.fn<DeadLetters['bury']>();
  beforeEach(async () => {
    bury.mockReset();
    await (await nats.manager()).streams.purge(clickStream(0).name);
  });

  it('is put aside before what is stored goes past it, however long NATS takes no letters', async () => {
    const { store, consumer } = reader({ bury });
    let storedBefore = 0;
    bury.mockImplementation(async () => {
      storedBefore = store.mock.calls.length;
      if (bury.mock.calls.length < 5) throw new Error('no answer');
      return null;
    });
    const running = consumer.run();
    try {
      await publisher.raw('not json');
      await eventually(() => expect(bury).toHaveBeenCalledTimes(5));
      expect(storedBefore).toBe(0);
      await eventually(() => expect(store).toHaveBeenCalled());
      expect(bury).toHaveBeenCalledTimes(5);
    } finally {
      await consumer.stop();
      await running;
    }
  });

  it('is told and counted where there is no room for it, and holds up nothing', async () => {
    bury.mockResolvedValue({ error: new Error('no room') });
    const { stored, consumer, metrics } = reader({ bury });
    const running = consumer.run();
    try {
      const click = aClick();
      await publisher.raw('not json either');
      await publisher.publish([click]);
      await eventually(() => expect(stored.flat()).toContain(click.event_id));
      expect(await metrics.registry.metrics()).toMatch(/analytics_dead_letters_lost_total\{[^}]*\} [1-9]/);
    } finally {
      await consumer.stop();
      await running;
    }
  });

  it('whose letter had no room is told by who goes on, where nothing was stored', async () => {
    bury.mockResolvedValue({ error: new Error('no room') });
    const one = reader({ bury });
    // The range is fixed first, and then the insert fails: the same disk is full.
    const fixed: PreparedBatch['range'][] = [];
    one.store.mockImplementation(async ({ range }) => {
      fixed.push(range);
      throw new Error('no space left on device');
    });
    const running = one.consumer.run();
    await publisher.raw('still not json');
    await eventually(() => expect(fixed.length).toBeGreaterThan(1));
    await one.consumer.stop();
    await running;
    expect(bury).toHaveBeenCalledTimes(1);

    const next = reader({ bury }, fixed[0]);
    const goingOn = next.consumer.run();
    try {
      await eventually(async () =>
        expect(await next.metrics.registry.metrics()).toMatch(/analytics_dead_letters_lost_total\{[^}]*\} 1/),
      );
      expect(next.store).toHaveBeenCalledTimes(1);
      expect(bury).toHaveBeenCalledTimes(2);
    } finally {
      await next.consumer.stop();
      await goingOn;
    }
  });

  it('whose letter was stored is not put aside once more by who goes on', async () => {
    bury.mockResolvedValue(null);
    const one = reader({ bury });
    const running = one.consumer.run();
    await publisher.raw('not json once more');
    await eventually(() => expect(one.store).toHaveBeenCalled());
    await one.consumer.stop();
    await running;
    const range = one.store.mock.calls[0]?.[0].range;
    const next = reader({ bury }, range);
    const goingOn = next.consumer.run();
    await eventually(() => expect(next.store).toHaveBeenCalled());
    await next.consumer.stop();
    await goingOn;
    expect(bury).toHaveBeenCalledTimes(1);
  });

  it('whose letter meets an outage once its clicks are stored is tried by who has the shard then', async () => {
    bury.mockResolvedValueOnce({ error: new Error('no room') }).mockRejectedValue(new Error('no answer'));
    const one = reader({ bury });
    const other = new WorkShare(nats, 'other', 1);
    await other.announce(1);
    await one.share.announce(1);
    const holdBack = jest.spyOn(one.share, 'holdBack');
    const running = one.consumer.run();
    try {
      await publisher.raw('and again');
      await eventually(() => expect(holdBack).toHaveBeenCalled());
      bury.mockReset().mockResolvedValue(null);
      await other.leave();
      // Nobody else took it: it comes back to this one.
      await eventually(() => expect(bury).toHaveBeenCalledTimes(1), { timeoutMs: 20_000 });
    } finally {
      await one.consumer.stop();
      await running;
      await one.share.leave();
    }
  }, 40_000);
});
