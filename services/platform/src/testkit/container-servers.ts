import { request } from 'node:http';
import type { GenericContainer } from 'testcontainers';
import { authorization, freePort } from '../embedded/index.js';
import { eventually } from './eventually.js';
import { natsAccess } from './nats-access.js';
import type { DisposableServer } from './test-server.js';

const POSTGRES_IMAGE = 'postgres:18';
const NATS_IMAGE = 'nats:2';

/** By itself the server would offer a part of the free disk only, which may be less than the streams reserve. */
const NATS_CONFIGURATION = `port: 4222\njetstream { store_dir: "/data", max_file_store: ${1024 ** 4} }\n${authorization(natsAccess.users, natsAccess.anonymous)}`;

/** Whether a container engine answers within a second, at DOCKER_HOST or at the usual socket. */
export function hasContainerEngine(host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock'): Promise<boolean> {
  const address = new URL(host);
  const target =
    address.protocol === 'unix:'
      ? { socketPath: address.pathname }
      : { host: address.hostname, port: Number(address.port || 2375) };
  return new Promise((resolve) => {
    const ping = request({ ...target, path: '/_ping', timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.end();
  });
}

export async function containerPostgres(): Promise<DisposableServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = new GenericContainer(POSTGRES_IMAGE)
    .withEnvironment({ POSTGRES_USER: 'linkway', POSTGRES_PASSWORD: 'linkway', POSTGRES_DB: 'postgres' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=200'])
    // The first "ready" is the set-up's own server; the second one stays.
    .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2));
  return started(container, 5432, (host, port) => `postgres://linkway:linkway@${host}:${port}/postgres`, checkPostgres);
}

export async function containerNats(): Promise<DisposableServer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = new GenericContainer(NATS_IMAGE)
    .withCopyContentToContainer([{ content: NATS_CONFIGURATION, target: '/etc/linkway-nats.conf' }])
    .withCommand(['-c', '/etc/linkway-nats.conf'])
    .withWaitStrategy(Wait.forLogMessage('Server is ready'));
  return started(container, 4222, (host, port) => `nats://${host}:${port}`, checkNats);
}

/** A container on a fixed port of the host, so that a stop and a start keep its address. */
async function started(
  definition: GenericContainer,
  inside: number,
  urlOf: (host: string, port: number) => string,
  check: (url: string) => Promise<void>,
): Promise<DisposableServer> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const outside = await freePort();
  const container = await definition.withExposedPorts({ container: inside, host: outside }).start();
  const url = urlOf(container.getHost(), outside);
  const engine = await getContainerRuntimeClient();
  const handle = engine.container.getById(container.getId());
  const start = async () => {
    await handle.start();
    await eventually(() => check(url), { timeoutMs: 30_000, intervalMs: 100 });
  };
  const stop = async () => {
    await handle.stop({ t: 10 });
  };
  return {
    url,
    stop,
    start,
    kill: async () => {
      await handle.kill({ signal: 'SIGKILL' });
      await eventually(async () => !(await handle.inspect()).State.Running);
    },
    restart: async () => {
      await stop();
      await start();
    },
    dispose: async () => {
      await container.stop({ timeout: 0 });
    },
  };
}

async function checkPostgres(url: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  await client.connect();
  await client.end();
}

async function checkNats(url: string): Promise<void> {
  const { connect } = await import('@nats-io/transport-node');
  const connection = await connect({ servers: url, timeout: 2_000, reconnect: false });
  await connection.close();
}
