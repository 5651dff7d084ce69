import { describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { eventually, startService, useServers } from '../src/testkit/index.js';

const servers = useServers({ postgres: true, nats: true });

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // A killed server is the subject of some tests: the failed query tells of it.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('useServers', () => {
  it('gives each name a database of its own, in UTF-8, and the same one again', async () => {
    const url = servers.databaseUrl('links');
    await query(url, "CREATE TABLE note (text text); INSERT INTO note VALUES ('xin chào')");

    expect(servers.databaseUrl('links')).toBe(url);
    expect(await query(servers.databaseUrl('links'), 'SELECT text FROM note')).toEqual([{ text: 'xin chào' }]);
    expect(await query(url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    await expect(query(servers.databaseUrl('domains'), 'SELECT text FROM note')).rejects.toThrow('does not exist');
  });

  it('gives the environment of a service', () => {
    expect(servers.env('links', { PORT: '0' })).toMatchObject({
      NATS_URL: servers.natsUrl,
      DATABASE_URL: servers.databaseUrl('links'),
      PORT: '0',
    });
  });

  it('keeps what PostgreSQL committed over kill -9, on the same address', async () => {
    const url = servers.databaseUrl('killed');
    await query(url, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');

    await servers.postgres.kill();
    await expect(query(url, 'SELECT 1')).rejects.toThrow();
    await servers.postgres.start();

    expect(await query(url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('keeps what NATS acknowledged over kill -9 and over a stop, on the same address', async () => {
    const publish = async (body: string) => {
      const connection = await connect({ servers: servers.natsUrl });
      await (await jetstreamManager(connection)).streams.add({ name: 'KEPT', subjects: ['kept.>'] });
      await jetstream(connection).publish('kept.one', body);
      const count = (await (await jetstreamManager(connection)).streams.info('KEPT')).state.messages;
      await connection.close();
      return count;
    };

    expect(await publish('first')).toBe(1);
    await servers.nats.kill();
    await servers.nats.start();
    expect(await publish('second')).toBe(2);
    await servers.nats.restart();
    expect(await publish('third')).toBe(3);
  });
});

describe('startService', () => {
  it('answers the running service', async () => {
    const service = { start: async (env: Record<string, string | undefined>) => ({ env, stop: async () => {} }) };
    expect((await startService(service, { PORT: '0' })).env).toEqual({ PORT: '0' });
  });
});

describe('eventually', () => {
  it('repeats until the attempt succeeds', async () => {
    let attempts = 0;
    const result = await eventually(() => {
      attempts += 1;
      if (attempts < 3) {
        throw new Error('not yet');
      }
      return attempts;
    });
    expect(result).toBe(3);
  });

  it('fails with the last reason when the time is up', async () => {
    const attempt = eventually(() => Promise.reject(new Error('still closed')), { timeoutMs: 50 });
    await expect(attempt).rejects.toThrow('still closed');
  });
});
