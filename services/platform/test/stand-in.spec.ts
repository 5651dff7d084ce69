import { once } from 'node:events';
import { Agent, get, type RequestListener, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { freePort } from '../src/embedded/index.js';
import { defineService, type Reached, type RunningService, type StandIn, serviceConfig } from '../src/index.js';
import { eventually, useServers } from '../src/testkit/index.js';

const servers = useServers({ nats: true });

@Controller()
class Api {
  @Get('/who')
  who(): string {
    return 'the service';
  }
}

@Module({ controllers: [Api] })
class ApiModule {}

/** Answers at once, but for what it is asked to hold back. */
class Holding implements StandIn {
  readonly about = 'answers from what it knows';
  isTrusted = true;
  readonly held: ServerResponse[] = [];
  reached: Reached | null = null;
  ended = false;

  readonly listener: RequestListener = (request, response) => {
    if (request.url === '/held') this.held.push(response);
    else response.end('the stand-in');
  };

  reach(parts: Reached): void {
    this.reached = parts;
  }

  async end(): Promise<void> {
    this.ended = true;
  }
}

const running: RunningService[] = [];
const agents: Agent[] = [];
afterEach(async () => {
  await servers.nats.start().catch(() => undefined);
  for (const service of running.splice(0)) await service.stop();
  for (const agent of agents.splice(0)) agent.destroy();
});

async function start(make: () => Promise<StandIn | null>, port: number) {
  const service = defineService({
    name: 'relieved',
    config: serviceConfig({}),
    module: ApiModule,
    http: { standIn: make },
  });
  const adminPort = await freePort();
  const env = servers.env('relieved', { PORT: String(port), ADMIN_PORT: String(adminPort) });
  const starting = service.start(env).then((started) => {
    running.push(started);
    return started;
  });
  return { starting, ready: () => fetch(`http://127.0.0.1:${adminPort}/readyz`) };
}

/** On one connection, for as long as it is kept. */
function askerOf(port: number): { ask: (path: string) => Promise<string>; connections: () => number } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  const sockets = new Set<unknown>();
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const request = get({ port, path, agent, host: '127.0.0.1' }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => {
          body += String(chunk);
        });
        response.on('end', () => resolve(body));
      });
      request.on('socket', (socket) => sockets.add(socket));
      request.on('error', reject);
    });
  return { ask, connections: () => sockets.size };
}

it('answers while the start waits, is ready with a warning, and hands over without a connection that ends', async () => {
  await servers.nats.stop();
  const standIn = new Holding();
  const port = await freePort();
  const { starting, ready } = await start(async () => standIn, port);
  const { ask, connections } = askerOf(port);
  await eventually(async () => expect(await ask('/who')).toBe('the stand-in'));
  const report = await ready();
  expect(report.status).toBe(200);
  expect(await report.json()).toMatchObject({
    ready: true,
    warnings: { start: 'starting', stand_in: 'answers from what it knows', nats: expect.stringMatching(/^waiting/) },
  });
  const slow = askerOf(port);
  const held = slow.ask('/held');
  await eventually(() => expect(standIn.held).toHaveLength(1));
  expect(standIn.reached).toBeNull();
  const before = connections();

  await servers.nats.start();
  const { httpUrl } = await starting;
  await eventually(() => expect(standIn.ended).toBe(true));
  expect(httpUrl).toBe(`http://127.0.0.1:${port}`);
  expect(await ask('/who')).toBe('the service');
  expect(connections()).toBe(before);
  expect(standIn.reached?.rpc).toBeDefined();
  expect(standIn.ended).toBe(true);
  // Whoever began a request ends it.
  standIn.held[0]?.end('held back');
  expect(await held).toBe('held back');
  expect(await slow.ask('/who')).toBe('the service');
  const after = (await (await ready()).json()) as { ready: boolean; warnings?: object };
  expect(after.ready).toBe(true);
  expect(after.warnings).toBeUndefined();
}, 60_000);

it('a start that has what it needs asks for no stand-in', async () => {
  let asked = 0;
  const port = await freePort();
  const { starting } = await start(async () => {
    asked += 1;
    return null;
  }, port);
  await starting;
  expect(await askerOf(port).ask('/who')).toBe('the service');
  expect(asked).toBe(0);
});

it.each<[string, () => Promise<StandIn | null>]>([
  ['has nothing to answer with', async () => null],
  ['fails', () => Promise.reject(new Error('it cannot be read'))],
])(
  'without one, for it %s, the service is not ready and starts once it can',
  async (_what, make) => {
    await servers.nats.stop();
    let asked = 0;
    const port = await freePort();
    const { starting, ready } = await start(() => {
      asked += 1;
      return make();
    }, port);
    await eventually(() => expect(asked).toBe(1));
    expect((await ready()).status).toBe(503);
    await expect(askerOf(port).ask('/who')).rejects.toThrow('ECONNREFUSED');
    await servers.nats.start();
    await starting;
    expect(await askerOf(port).ask('/who')).toBe('the service');
    expect(asked).toBe(1);
  },
  60_000,
);

it('is ended where the port is taken, and where the start fails', async () => {
  await servers.nats.stop();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const standIn = new Holding();
  const { starting, ready } = await start(async () => standIn, port);
  const failure = starting.then(String, String);
  await eventually(() => expect(standIn.ended).toBe(true));
  expect((await ready()).status).toBe(503);
  await servers.nats.start();
  expect(await failure).toContain('EADDRINUSE');
  taken.close();

  await servers.nats.stop();
  const other = new Holding();
  const free = await freePort();
  const second = await start(async () => other, free);
  await eventually(async () => expect(await askerOf(free).ask('/who')).toBe('the stand-in'));
  const broken = second.starting.then(String, String);
  other.reach = () => {
    throw new Error('cannot be reached');
  };
  await servers.nats.start();
  expect(await broken).toContain('cannot be reached');
  expect(other.ended).toBe(true);
  await expect(askerOf(free).ask('/who')).rejects.toThrow('ECONNREFUSED');
}, 90_000);
