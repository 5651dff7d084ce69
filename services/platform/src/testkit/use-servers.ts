import { rmSync } from 'node:fs';
import { afterAll, beforeAll } from '@jest/globals';
import { containerNats, containerPostgres, hasContainerEngine } from './container-servers.js';
import { makeDatabase } from './database-maker.js';
import { embeddedClickHouse, embeddedNats, embeddedPostgres, temporaryFolder } from './embedded-servers.js';
import { takePostgres } from './kept-postgres.js';
import { natsUserOf } from './nats-access.js';
import { stopStartedServices } from './start-service.js';
import type { DisposableServer, TestServer } from './test-server.js';

export interface ServersWanted {
  readonly postgres?: boolean;
  readonly nats?: boolean;
  /** A folder for the embedded engine; a service opens it itself, as one process may hold it. */
  readonly clickhouse?: boolean;
  /** ClickHouse's HTTP interface on the embedded engine, in a process of its own: any number of services may use it. */
  readonly clickhouseServer?: boolean;
}

export interface TestServers {
  readonly natsUrl: string;
  readonly postgres: TestServer;
  readonly nats: TestServer;
  readonly clickhouseServer: TestServer;
  readonly clickhousePath: string;
  /** The database of that name, made empty when it is first asked for; the same one afterwards. */
  databaseUrl(name: string): string;
  /** The environment of a service on these servers, under its own NATS user: add what else it needs. */
  env(name: string, more?: Record<string, string>): Record<string, string>;
}

/**
 * Real servers for a test file: in containers when an engine answers, else embedded; the tests are the same.
 * Call it at the top of a file or of a describe; the servers are there from its `beforeAll` on.
 */
export function useServers(wanted: ServersWanted): TestServers {
  let postgres: DisposableServer | null = null;
  let nats: DisposableServer | null = null;
  let clickhouseServer: DisposableServer | null = null;
  let clickhousePath: string | null = null;
  const databases = new Map<string, string>();

  beforeAll(async () => {
    const inContainers = await hasContainerEngine();
    [postgres, nats, clickhouseServer] = await Promise.all([
      wanted.postgres ? takePostgres(() => start(inContainers, containerPostgres, embeddedPostgres)) : null,
      wanted.nats ? start(inContainers, containerNats, embeddedNats) : null,
      wanted.clickhouseServer ? embeddedClickHouse() : null,
    ]);
    clickhousePath = wanted.clickhouse ? temporaryFolder('clickhouse') : null;
  }, 180_000);

  afterAll(async () => {
    await stopStartedServices();
    await Promise.all([postgres?.dispose(), nats?.dispose(), clickhouseServer?.dispose()]);
    if (clickhousePath) {
      rmSync(clickhousePath, { recursive: true, force: true });
    }
  }, 60_000);

  const servers: TestServers = {
    get natsUrl() {
      return given(nats, 'nats').url;
    },
    get postgres() {
      return given(postgres, 'postgres');
    },
    get nats() {
      return given(nats, 'nats');
    },
    get clickhouseServer() {
      return given(clickhouseServer, 'clickhouseServer');
    },
    get clickhousePath() {
      return given(clickhousePath, 'clickhouse');
    },
    databaseUrl(name) {
      const known = databases.get(name) ?? makeDatabase(servers.postgres.url, name);
      databases.set(name, known);
      return known;
    },
    env: (name, more = {}) => ({
      LOG_LEVEL: 'error',
      ...(wanted.nats ? { NATS_URL: servers.natsUrl, ...natsUserOf(name) } : {}),
      ...(wanted.postgres ? { DATABASE_URL: servers.databaseUrl(name) } : {}),
      ...(wanted.clickhouse ? { CLICKHOUSE_PATH: servers.clickhousePath } : {}),
      ...(wanted.clickhouseServer ? { CLICKHOUSE_URL: servers.clickhouseServer.url } : {}),
      ...more,
    }),
  };
  return servers;
}

/** An engine may answer and still have no image to run and no registry to ask: the embedded servers do as well. */
async function start(
  inContainers: boolean,
  container: () => Promise<DisposableServer>,
  embedded: () => Promise<DisposableServer>,
): Promise<DisposableServer> {
  if (!inContainers) {
    return embedded();
  }
  try {
    return await container();
  } catch (error) {
    process.stderr.write(`no test container (${(error as Error).message}): using the embedded server\n`);
    return embedded();
  }
}

function given<T>(server: T | null, name: keyof ServersWanted): T {
  if (server === null) {
    throw new Error(`useServers({ ${name}: true }) is missing, or its beforeAll has not run yet`);
  }
  return server;
}
