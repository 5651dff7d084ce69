import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import {
  type Caller,
  type Click,
  domainSaved,
  type Envelope,
  type EventContract,
  type EventData,
  linkCreated,
  linksClicked,
  type Route,
  type RpcContract,
  type RpcReply,
  type RpcRequest,
} from '@linkway/contracts';
import {
  clickStream,
  defineService,
  EventPublisher,
  ensureStream,
  NatsService,
  RpcClient,
  type RunningService,
  readEvent,
  serviceConfig,
} from '@linkway/platform';
import { eventually, startService, type TestServers } from '@linkway/platform/testkit';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Module } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { service } from '../src/main.js';
import { route } from '../src/route/fake-route.js';
import { RouteRepository } from '../src/route/route.repository.js';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
export const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lw-redirect-'));
  folders.push(folder);
  return folder;
}

let codes = 0;
export const aRoute = (more: Partial<Route> = {}): Route => {
  codes += 1;
  return route({
    link_id: uuidv7(),
    workspace_id: uuidv7(),
    code: `code${codes}-${process.pid}`,
    original_url: 'https://example.com/landing',
    ...more,
  });
};

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Visit {
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  form?: string;
}

/** One request, with any Host header, which fetch would not allow; redirects are not followed. */
export function visit(
  base: string,
  path: string,
  { host = 'go.test', method, headers = {}, form }: Visit = {},
): Promise<Answer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        path,
        method: method ?? (form === undefined ? 'GET' : 'POST'),
        agent: false,
        headers: {
          host,
          'user-agent': CHROME,
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(form);
  });
}

export interface Redirect {
  running: RunningService;
  url: string;
  visit(path: string, more?: Visit): Promise<Answer>;
  publish<C extends EventContract>(contract: C, data: EventData<C>): Promise<Envelope>;
  /** Asks whichever process answers, as another service does. */
  ask<C extends RpcContract>(contract: C, input: RpcRequest<C>, caller: Caller | null): Promise<RpcReply<C>>;
  /** Publishes a link's creation and waits until it is stored, so that visits find it. */
  create(more?: Partial<Route>): Promise<Route>;
}

@Module({})
class NeighboursModule {}

/** The services around redirect, whose events it may read and not publish. */
const neighbours = defineService({ name: 'neighbours', config: serviceConfig({}), module: NeighboursModule });
const started = new WeakMap<TestServers, Promise<RunningService>>();

export function neighboursOn(servers: TestServers): Promise<RunningService> {
  const running = started.get(servers) ?? startService(neighbours, servers.env('neighbours'));
  started.set(servers, running);
  return running;
}

export async function startRedirect(servers: TestServers, more: Record<string, string> = {}): Promise<Redirect> {
  const running = await startService(
    service,
    servers.env('redirect', { PORT: '0', CLICK_LOG_DIR: temporaryFolder(), WEB_URL: 'http://web.test', ...more }),
  );
  const url = running.httpUrl ?? '';
  const around = await neighboursOn(servers);
  const publisher = around.get<EventPublisher>(EventPublisher);
  const publish = async <C extends EventContract>(contract: C, data: EventData<C>) => {
    const envelope = publisher.envelope(contract, data);
    await publisher.publish(envelope);
    return envelope;
  };
  return {
    running,
    url,
    visit: (path, options) => visit(url, path, options),
    publish,
    ask: (contract, input, caller) => around.get<RpcClient>(RpcClient).call(contract, input, { caller }),
    create: async (routeMore) => {
      const route = aRoute(routeMore);
      await publish(linkCreated, { route });
      await eventually(async () => (await running.get(RouteRepository).findByKeys([route])).length > 0);
      return route;
    },
  };
}

export const domain = (name: string, isActive: boolean, version = 1): EventData<typeof domainSaved> => ({
  domain_id: '0197a000-0000-7000-8000-0000000000aa',
  domain_name: name,
  is_active: isActive,
  is_free: true,
  sort_order: 0,
  version,
});

/** Every click on the stream so far, checked with the contract, with the batches' ids. */
export async function clicksOn(
  servers: Pick<TestServers, 'natsUrl'>,
  shards = 1,
): Promise<{ clicks: Click[]; batches: string[] }> {
  const connection = await connect({ servers: servers.natsUrl });
  const found = { clicks: [] as Click[], batches: [] as string[] };
  try {
    for (let shard = 0; shard < shards; shard += 1) await readShard(connection, shard, found);
    return found;
  } finally {
    await connection.close();
  }
}

async function readShard(connection: NatsConnection, shard: number, found: { clicks: Click[]; batches: string[] }) {
  const { jetstream, jetstreamManager } = await import('@nats-io/jetstream');
  const manager = await jetstreamManager(connection);
  const { name } = clickStream(shard);
  const info = await manager.streams.info(name).catch(() => null);
  if (!info || info.state.messages === 0) return;
  const consumer = await jetstream(connection).consumers.get(name);
  const messages = await consumer.fetch({ max_messages: info.state.messages, expires: 2_000 });
  for await (const message of messages) {
    const envelope = readEvent(linksClicked, message.json());
    if (!envelope) throw new Error('a batch does not fit its contract');
    if (message.headers?.get('Nats-Msg-Id') !== envelope.id) throw new Error('a batch has another message id');
    found.batches.push(envelope.id);
    found.clicks.push(...envelope.data.clicks);
    if (message.info.pending === 0) break;
  }
}

export { clickStream, ensureStream, NatsService };
