import { Socket } from 'node:net';
import { afterEach, expect, it, jest } from '@jest/globals';
import { listActiveDomainsRpc } from '@linkway/contracts';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Controller, Module } from '@nestjs/common';
import { defineService, NatsService, Rpc, RpcClient, serviceConfig } from '../src/index.js';
import { gatherWrites } from '../src/nats/gather-writes.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';

const servers = useServers({ nats: true });
afterEach(() => void jest.restoreAllMocks());

/** What the kernel is asked to take; both are what a stream calls for its buffers. */
function writes(): { count: number } {
  const counted = { count: 0 };
  for (const name of ['_write', '_writev'] as const) {
    const prototype = Socket.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
    const original = prototype[name] as (...args: unknown[]) => unknown;
    jest.spyOn(prototype, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
      counted.count += 1;
      return original.apply(this, args);
    });
  }
  return counted;
}

/** Each in a step of its own, as requests are that go on one after the other. */
async function publishMany(connection: NatsConnection, subject: string, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    connection.publish(subject, `${number}`);
    await new Promise<void>((step) => process.nextTick(step));
  }
}

function open(): Promise<NatsConnection> {
  const env = servers.env('operator');
  return connect({
    servers: env.NATS_URL ?? '',
    user: env.NATS_USER ?? '',
    pass: env.NATS_PASSWORD ?? '',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  });
}

it('writes of one turn go together, in order, also after the connection was lost', async () => {
  const connection = await open();
  gatherWrites(connection);
  const heard: string[] = [];
  connection.subscribe('gather.>', { callback: (_error, message) => void heard.push(message.string()) });
  await connection.flush();
  const expected = Array.from({ length: 50 }, (_, number) => `${number}`);
  for (let time = 1; time <= 2; time += 1) {
    heard.length = 0;
    const counted = writes();
    await publishMany(connection, 'gather.all', 50);
    await eventually(() => expect(heard).toEqual(expected));
    expect(counted.count).toBeLessThan(10);
    jest.restoreAllMocks();
    if (time === 1) {
      await servers.nats.stop();
      await servers.nats.start();
      await eventually(
        async () =>
          connection.flush().then(
            () => true,
            () => false,
          ),
        { timeoutMs: 20_000 },
      );
    }
  }
  await connection.close();
}, 60_000);

it('what was published right before the connection was closed arrives', async () => {
  const listener = await open();
  const heard: string[] = [];
  listener.subscribe('last.>', { callback: (_error, message) => void heard.push(message.string()) });
  await listener.flush();
  const connection = await open();
  gatherWrites(connection);
  await connection.flush();
  connection.publish('last.words', 'one');
  connection.publish('last.words', 'two');
  // By then the client has given it to its socket.
  await step();
  await connection.close();
  await eventually(() => expect(heard).toEqual(['one', 'two']));
  await listener.close();
}, 60_000);

const step = () => new Promise<void>((next) => process.nextTick(next));

@Controller()
class Answers {
  private asked = 0;

  /** One after the other, as they would come from a database. */
  @Rpc(listActiveDomainsRpc)
  async list(): Promise<{ data: [] }> {
    for (let steps = (this.asked += 1); steps > 0; steps -= 1) await step();
    return { data: [] };
  }
}
@Module({ controllers: [Answers] })
class AnswersModule {}
const answering = defineService({ name: 'answering', config: serviceConfig({}), module: AnswersModule });

it('so do requests, their answers and what is published', async () => {
  const running = await startService(answering, servers.env('neighbours'));
  const rpc = running.get<RpcClient>(RpcClient);
  await rpc.call(listActiveDomainsRpc, {});
  const counted = writes();
  const answers: Promise<unknown>[] = [];
  for (let number = 0; number < 50; number += 1) {
    answers.push(rpc.call(listActiveDomainsRpc, {}));
    await step();
  }
  await Promise.all(answers);
  // Fifty requests and fifty answers.
  expect(counted.count).toBeLessThan(30);
  const before = counted.count;
  await publishMany(running.get<NatsService>(NatsService).connection, 'gather.none', 50);
  await new Promise((turn) => setImmediate(turn));
  expect(counted.count - before).toBeLessThan(10);
}, 60_000);
