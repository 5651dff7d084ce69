import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ClickHouseClient, type ClickHouseClientConfigOptions, createClient } from '@clickhouse/client';

export interface EmbeddedClickHouse {
  readonly url: string;
  readonly path: string;
  /**
   * Another client on the same engine. One client is one serial queue, and its settings stick to it: a writer and readers
   * each take their own.
   */
  connect(): ClickHouseClient;
  stop(): Promise<void>;
}

/** Opens the ClickHouse engine inside this process on a folder. One process at a time can hold a folder. */
export async function openClickHouse(options: { path: string }): Promise<EmbeddedClickHouse> {
  const path = resolve(options.path);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // Loaded here only: the library takes 200 MB of memory, which a process with a ClickHouse server need not spend.
  const { createChdbConnection } = await import('chdb/connection');
  const clients: ClickHouseClient[] = [];
  const connect = () => {
    // The same interface from two packages: chdb declares it by client-common, the client by its own copy.
    const connection = createChdbConnection({ path }) as unknown as ClickHouseClientConfigOptions['connection'];
    const client = createClient({ connection });
    clients.push(client);
    return client;
  };
  const answer = await connect().ping();
  if (!answer.success) {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    throw new Error(`the ClickHouse engine cannot open ${path}: ${answer.error.message}`);
  }
  return {
    url: `chdb://${path}`,
    path,
    connect,
    stop: async () => {
      await Promise.all(clients.splice(0).map((client) => client.close()));
    },
  };
}
