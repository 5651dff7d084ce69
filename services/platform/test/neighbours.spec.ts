import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { listActiveDomainsRpc, type RpcInput, type RpcReply, resolveRouteRpc } from '@linkway/contracts';
import { headers } from '@nats-io/nats-core';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Controller, Module } from '@nestjs/common';
import {
  AppError,
  defineService,
  Neighbours,
  patienceLeft,
  Rpc,
  RpcClient,
  type RunningService,
  serviceConfig,
  withDeadline,
} from '../src/index.js';
import type { Carried } from '../src/rpc/neighbours.js';
import { eventually, useServers } from '../src/testkit/index.js';

const servers = useServers({ nats: true });
/** As spans and transactions are known to what is called. */
const around = new AsyncLocalStorage<string>();
const asked: { around: string | undefined; patience: number | null }[] = [];

@Controller()
class NearApi {
  @Rpc(listActiveDomainsRpc)
  list(): { data: [] } {
    asked.push({ around: around.getStore(), patience: patienceLeft() });
    return { data: [] };
  }

  @Rpc(resolveRouteRpc)
  async resolve({ code }: RpcInput<typeof resolveRouteRpc>): Promise<RpcReply<typeof resolveRouteRpc>> {
    asked.push({ around: around.getStore(), patience: patienceLeft() });
    if (code === 'taken') throw new AppError('links.code_taken', { code: 'tên' }, { retryAfterSeconds: 7 });
    await delay(Number(code));
    return { routes: [] };
  }
}

@Module({ controllers: [NearApi] })
class NearModule {}
@Module({})
class AskingModule {}
const near = defineService({ name: 'near', config: serviceConfig({}), module: NearModule });
const asking = defineService({ name: 'asking', config: serviceConfig({}), module: AskingModule });

const started: RunningService[] = [];
const taps: NatsConnection[] = [];
afterEach(async () => {
  asked.length = 0;
  await Promise.all(started.splice(0).map((running) => running.stop()));
  await Promise.all(taps.splice(0).map((tap) => tap.close()));
}, 30_000);

async function start(service: typeof near, neighbours?: Neighbours): Promise<RunningService> {
  const running = await service.start(servers.env('none', { LOG_LEVEL: 'fatal' }), { neighbours });
  started.push(running);
  return running;
}

/** One that asks, and one that answers it, in one process. */
async function nearby() {
  const neighbours = new Neighbours();
  const asker = await start(asking, neighbours);
  return { neighbours, asker, answering: await start(near, neighbours) };
}

const list = (running: RunningService) => running.get<RpcClient>(RpcClient).call(listActiveDomainsRpc, {});
const resolve = (running: RunningService, code: string) =>
  running.get<RpcClient>(RpcClient).call(resolveRouteRpc, { code });

/** Subjects of all requests that go by way of NATS. */
async function tapped(): Promise<string[]> {
  const { NATS_URL: url = '' } = servers.env('none');
  const tap = await connect({ servers: url });
  taps.push(tap);
  const seen: string[] = [];
  tap.subscribe('qry.>', { callback: (_error, { subject }) => void seen.push(subject) });
  await tap.flush();
  return seen;
}

it('ask each other within their process, and others by way of NATS', async () => {
  const seen = await tapped();
  const elsewhere = await start(asking);
  const { asker } = await nearby();
  await list(asker);
  expect(seen).toEqual([]);
  await list(elsewhere);
  await eventually(() => expect(seen).toEqual([listActiveDomainsRpc.subject]));
  expect(asked).toHaveLength(2);
});

it('tell what went wrong as it is told from afar', async () => {
  const { asker } = await nearby();
  const elsewhere = await start(asking);
  const told = await Promise.all(
    [asker, elsewhere].map((one) => resolve(one, 'taken').catch((error: AppError) => error)),
  );
  for (const error of told)
    expect(error).toMatchObject({ code: 'links.code_taken', params: { code: 'tên' }, retryAfterSeconds: 7 });
  const late = withDeadline(performance.now() + 300, () => resolve(asker, '700'));
  await expect(late).rejects.toMatchObject({ code: 'service.timeout' });
});

it('spend the time that a request waits for its turn', async () => {
  const { neighbours, asker } = await nearby();
  await list(asker);
  asked.length = 0;
  const hurried = withDeadline(performance.now() + 300, () => resolve(asker, '0')).catch((error: AppError) => error);
  // It is handed over by then, and stands behind what holds up the process for longer than its asker waits.
  const { promise, resolve: handed } = Promise.withResolvers<void>();
  const carry = jest.spyOn(neighbours, 'carry').mockImplementationOnce((...args) => {
    const isCarried = Neighbours.prototype.carry.apply(neighbours, args);
    const until = performance.now() + 600;
    while (performance.now() < until);
    handed();
    return isCarried;
  });
  await promise;
  expect(await hurried).toMatchObject({ code: 'service.timeout' });
  expect(asked).toEqual([]);
  carry.mockRestore();
});

it('carry on the trace, and never the headers that are sent again', async () => {
  const neighbours = new Neighbours();
  const seen: Carried[] = [];
  neighbours.enter('qry.any.v1', (message) => void seen.push(message));
  const sent = headers();
  sent.set('traceparent', '00-a');
  neighbours.carry({ subject: 'qry.any.v1', text: '{"a":[1]}', headers: sent }, () => undefined);
  seen[0]?.headers?.set('traceparent', '00-b');
  expect([sent.get('traceparent'), seen[0]?.headers?.get('traceparent')]).toEqual(['00-a', '00-b']);
  // Each reading is an object of its own.
  expect(seen[0]?.json()).toEqual({ a: [1] });
  expect(seen[0]?.json()).not.toBe(seen[0]?.json());
});

it('are left by those who entered, and by nobody else', () => {
  const neighbours = new Neighbours();
  const take = jest.fn();
  const leaveFormer = neighbours.enter('qry.any.v1', () => undefined);
  neighbours.enter('qry.any.v1', take);
  leaveFormer();
  expect(neighbours.carry({ subject: 'qry.any.v1', text: '{}', headers: undefined }, () => undefined)).toBe(true);
  expect(take).toHaveBeenCalledTimes(1);
});

it('have no more of the request that they are asked by than others have', async () => {
  const { asker } = await nearby();
  const elsewhere = await start(asking);
  for (const one of [asker, elsewhere])
    await around.run('the asker', () => withDeadline(performance.now() + 2_000, () => resolve(one, '0')));
  const [within, afar] = asked;
  expect([within?.around, afar?.around]).toStrictEqual([undefined, undefined]);
  // Parts of it are kept for the ways, here as there.
  for (const one of asked) expect(one.patience).toBeLessThan(resolveRouteRpc.timeoutMs * 0.9);
  expect(Math.abs((within?.patience ?? 0) - (afar?.patience ?? 0))).toBeLessThan(150);
});

it('answer what they were asked before they end, and are asked no more', async () => {
  const { neighbours, asker, answering } = await nearby();
  await list(asker);
  const slow = resolve(asker, '600');
  await eventually(() => expect(asked).toHaveLength(2));
  // One more that is not even begun.
  const next = Promise.withResolvers<unknown>();
  const text = JSON.stringify({ id: '1', pattern: '', data: { caller: null, correlation_id: 'c', data: {} } });
  const message = { subject: listActiveDomainsRpc.subject, text, headers: undefined };
  expect(neighbours.carry(message, (answer) => next.resolve(answer.json()))).toBe(true);
  const order: string[] = [];
  const told = slow.then((reply) => {
    order.push('answered');
    return reply;
  });
  await answering.stop().then(() => order.push('ended'));
  await expect(told).resolves.toEqual({ routes: [] });
  expect(order).toEqual(['answered', 'ended']);
  await expect(next.promise).resolves.toMatchObject({ response: { data: [] } });
  await expect(list(asker)).rejects.toMatchObject({ code: 'service.unavailable' });
  expect(neighbours.carry(message, () => undefined)).toBe(false);
});
