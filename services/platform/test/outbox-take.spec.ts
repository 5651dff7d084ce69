import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { connectDatabase, dataSourceOptions } from '../src/database/connect.js';
import { AppLogger, databaseEnv, loadConfig, serviceConfig } from '../src/index.js';
import { OutboxRepository } from '../src/outbox/outbox.repository.js';
import { useServers } from '../src/testkit/index.js';

const servers = useServers({ postgres: true });
let database: DataSource;
let repository: OutboxRepository;

beforeAll(async () => {
  const config = loadConfig(
    serviceConfig({ ...databaseEnv }),
    servers.env('taking', { NATS_URL: 'nats://127.0.0.1:1', LOG_LEVEL: 'fatal' }),
  );
  const options = dataSourceOptions(config, { entities: [], migrations: [] }, 'taking');
  database = await connectDatabase(options, 'taking', AppLogger.create('taking', 'test', config));
  repository = new OutboxRepository(database);
}, 60_000);
afterAll(() => database.destroy());
beforeEach(() => database.query('TRUNCATE outbox'));

const LATER = '1 hour';
const DUE = '-1 second';

/** Stores rows in their order; answers nothing, since they are known by their names. */
async function store(...rows: { name: string; of?: string; due?: string | null }[]): Promise<void> {
  for (const { name, of = null, due = null } of rows) {
    await database.query(
      `INSERT INTO outbox (id, envelope, aggregate, next_attempt_at) VALUES ($1, $2, $3, now() + $4::interval)`,
      [randomUUID(), JSON.stringify({ name }), of, due],
    );
  }
}

const names = (rows: { envelope: unknown }[]) => rows.map(({ envelope }) => (envelope as { name: string }).name);

async function take(limit = 100, manager?: EntityManager) {
  const asked = (within: EntityManager) => repository.take(within, limit);
  const { rows, blocked } = await (manager ? asked(manager) : repository.transaction(asked));
  return { taken: names(rows), blocked };
}

/** Runs `work` while another process holds rows. */
async function whileHeld(held: string[], work: () => Promise<void>): Promise<void> {
  const holder = database.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query(`SELECT 1 FROM outbox WHERE envelope ->> 'name' = ANY ($1) FOR UPDATE`, [held]);
    await work();
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
}

describe('what a relay takes', () => {
  it('is due: never put off, or put off until now', async () => {
    await store({ name: 'new' }, { name: 'again', due: DUE }, { name: 'later', due: LATER });
    expect(await take()).toEqual({ taken: ['new', 'again'], blocked: 0 });
  });

  it('comes in the order of the rows, wherever they lie in the table', async () => {
    await store({ name: 'a', of: 'x' }, { name: 'b', of: 'x' }, { name: 'c' });
    // Puts the first row behind the others on disk.
    await database.query(`UPDATE outbox SET attempts = 1 WHERE envelope ->> 'name' = 'a'`);
    expect((await take()).taken).toEqual(['a', 'b', 'c']);
    await database.query(`UPDATE outbox SET position = position + 1000 WHERE envelope ->> 'name' = 'a'`);
    expect((await take()).taken).toEqual(['b', 'c', 'a']);
  });

  it('is no more than asked for, the oldest first', async () => {
    await store({ name: 'a' }, { name: 'b' }, { name: 'c' });
    await database.query(`UPDATE outbox SET attempts = 1 WHERE envelope ->> 'name' = 'a'`);
    expect(await take(2)).toEqual({ taken: ['a', 'b'], blocked: 0 });
  });

  it('is nothing behind a row of the same aggregate that waits, however far that is', async () => {
    await store({ name: 'x1', of: 'x', due: LATER }, { name: 'y1', of: 'y' }, { name: 'x2', of: 'x' });
    // What is behind it is not even looked at, so that it takes no place from others.
    expect(await take(1)).toEqual({ taken: ['y1'], blocked: 0 });
    expect(await take()).toEqual({ taken: ['y1'], blocked: 0 });
  });

  it('goes on behind a row that waited and is due again', async () => {
    await store({ name: 'x1', of: 'x', due: DUE }, { name: 'x2', of: 'x' });
    expect(await take()).toEqual({ taken: ['x1', 'x2'], blocked: 0 });
  });

  it('knows no order among rows without an aggregate', async () => {
    await store({ name: 'free, later', due: LATER }, { name: 'x1', of: 'x' }, { name: 'free' });
    // A row of no aggregate that waits keeps back nobody,
    expect(await take()).toEqual({ taken: ['x1', 'free'], blocked: 0 });
    // and one of some aggregate keeps back none of those.
    await store({ name: 'y1', of: 'y', due: LATER }, { name: 'free too' });
    expect(await take()).toEqual({ taken: ['x1', 'free', 'free too'], blocked: 0 });
  });
});

describe('what another process holds', () => {
  it('is passed over, with what comes after it of the same aggregate', async () => {
    await store({ name: 'x1', of: 'x' }, { name: 'y1', of: 'y' }, { name: 'free' }, { name: 'x2', of: 'x' });
    await whileHeld(['x1', 'free'], async () => {
      expect(await take()).toEqual({ taken: ['y1'], blocked: 1 });
    });
    expect(await take()).toEqual({ taken: ['x1', 'y1', 'free', 'x2'], blocked: 0 });
  });

  it('keeps back what is after it only, and the first of what is held counts', async () => {
    await store(...['x1', 'x2', 'x3', 'x4', 'x5'].map((name) => ({ name, of: 'x' })));
    await whileHeld(['x3'], async () => {
      expect(await take()).toEqual({ taken: ['x1', 'x2'], blocked: 2 });
    });
    // The later one lies first on disk, where so few rows are read in the order in which they lie.
    await database.query(`UPDATE outbox SET attempts = 1 WHERE envelope ->> 'name' = 'x2'`);
    await database.query('ANALYZE outbox');
    await whileHeld(['x2', 'x4'], async () => {
      expect(await take()).toEqual({ taken: ['x1'], blocked: 2 });
    });
  });

  it('is held until the end of the transaction that took it', async () => {
    await store({ name: 'x1', of: 'x' }, { name: 'free' });
    await database.transaction(async (first) => {
      expect((await take(1, first)).taken).toEqual(['x1']);
      await database.transaction(async (second) => {
        expect(await take(100, second)).toEqual({ taken: ['free'], blocked: 0 });
      });
    });
  });

  it('is found by index though statistics were made of an empty table, and so is what is removed', async () => {
    await database.query('ANALYZE outbox');
    await store({ name: 'a', of: 'x' }, { name: 'b', of: 'x' });
    await repository.transaction(async (manager) => {
      // It holds what this connection has not told yet, too.
      const scans = async () => {
        const [read]: { whole: number; by_index: number }[] = await manager.query(
          `SELECT seq_scan::int AS whole, idx_scan::int AS by_index FROM pg_stat_xact_user_tables WHERE relname = 'outbox'`,
        );
        return read ?? { whole: 0, by_index: 0 };
      };
      const before = await scans();
      const { rows } = await repository.take(manager, 1);
      await repository.remove(
        manager,
        rows.map(({ id }) => id),
      );
      const after = await scans();
      expect(after.whole).toBe(before.whole);
      expect(after.by_index).toBeGreaterThan(before.by_index);
    });
    expect((await take()).taken).toEqual(['b']);
  });
});
