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

/**
 * By itself the engine looks at its memory twenty times a second, which takes 2 ms of each second from a node that nobody uses. Its
 * limits are far from what it uses here.
 */
const ENGINE_ARGUMENTS = ['--memory_worker_period_ms=1000'];

/** Opens the ClickHouse engine inside this process on a folder. One process at a time can hold a folder. */
export async function openClickHouse(options: { path: string }): Promise<EmbeddedClickHouse> {
  const path = resolve(options.path);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  // Loaded here only: the library takes 200 MB of memory, which a process with a ClickHouse server need not spend.
  const [{ Session }, { createChdbConnection }] = await Promise.all([import('chdb'), import('chdb/connection')]);
  // The first connection to a folder starts the engine, and its clients' own take no arguments.
  const engine = new Session(path, { connectionArgs: ENGINE_ARGUMENTS });
  const clients: ClickHouseClient[] = [];
  const connect = () => {
    // The same interface from two packages: chdb declares it by client-common, the client by its own copy.
    const connection = createChdbConnection({ path }) as unknown as ClickHouseClientConfigOptions['connection'];
    const client = createClient({ connection });
    clients.push(client);
    return client;
  };
  const stop = async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    engine.close();
  };
  const answer = await connect().ping();
  if (!answer.success) {
    await stop();
    throw new Error(`the ClickHouse engine cannot open ${path}: ${answer.error.message}`);
  }
  return {
    url: `chdb://${path}`,
    path,
    connect,
    stop,
  };
}
