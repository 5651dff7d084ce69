import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type RpcInput, resolveRouteRpc, signOutRpc } from '@linkway/contracts';
import { Controller, Module } from '@nestjs/common';
import { defineService, HashLimiter, Rpc, RpcClient, type RunningService, serviceConfig } from '../src/index.js';
import { eventually, startService, useServers } from '../src/testkit/index.js';

const servers = useServers({ nats: true });
const caller: Caller = {
  kind: 'session',
  user_id: randomUUID(),
  workspace_id: randomUUID(),
  session_id: randomUUID(),
  role: 'user',
};

let began: string[] = [];
let gate = Promise.withResolvers<void>();
const limiter = new HashLimiter({ concurrency: 1 });

@Controller()
class BusyApi {
  @Rpc(resolveRouteRpc)
  async resolve({ code }: RpcInput<typeof resolveRouteRpc>): Promise<{ routes: [] }> {
    began.push(code);
    if (code.startsWith('hash')) await limiter.run(null, () => gate.promise);
    else await gate.promise;
    return { routes: [] };
  }

  @Rpc(signOutRpc)
  async signOut(): Promise<{ ended: boolean }> {
    return { ended: true };
  }
}

@Module({ controllers: [BusyApi] })
class BusyModule {}
@Module({})
class AskingModule {}

const busy = defineService({ name: 'busy', config: serviceConfig({}), module: BusyModule });
const asking = defineService({ name: 'asking', config: serviceConfig({}), module: AskingModule });

let service: RunningService;
let asker: RunningService;
const ask = (code: string, timeoutMs = 20_000) =>
  asker.get<RpcClient>(RpcClient).call(resolveRouteRpc, { code }, { timeoutMs });
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${service.adminUrl}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\d+)$`, 'm').exec(text)?.[1]);
};

beforeAll(async () => {
  service = await startService(
    busy,
    servers.env('busy', { REQUESTS_AT_ONCE: '2', REQUESTS_QUEUED: '3', LOG_LEVEL: 'fatal' }),
  );
  asker = await startService(asking, servers.env('asking'));
}, 60_000);
afterAll(async () => {
  await asker.stop();
  await service.stop();
});
beforeEach(() => {
  began = [];
  gate = Promise.withResolvers<void>();
});

describe('a service that has too much to do', () => {
  it('refuses at once what has no place in its queue, and begins none of it', async () => {
    const asked = Array.from({ length: 12 }, (_, n) =>
      ask(`${n}`).then(
        () => 'done',
        ({ code }) => code as string,
      ),
    );
    const first = asked.map((answer, n) => answer.then((outcome) => ({ n, outcome })));
    const refusals = new Map<number, string>();
    for (const each of first) void each.then(({ n, outcome }) => refusals.set(n, outcome));
    await eventually(() => expect(refusals.size).toBe(7));
    expect([...new Set(refusals.values())]).toEqual(['service.busy']);
    expect(began).toHaveLength(2);
    expect([await metric('rpc_questions_under_way'), await metric('rpc_questions_waiting')]).toEqual([2, 3]);
    gate.resolve();
    expect((await Promise.all(asked)).filter((outcome) => outcome === 'done')).toHaveLength(5);
    expect(began).toHaveLength(5);
    expect(await metric('rpc_questions_under_way')).toBe(0);
  });

  it('tells those who waited for half of their patience that it is busy, not that it was late', async () => {
    const held = [ask('one'), ask('two')];
    await eventually(() => expect(began).toHaveLength(2));
    const refused = ask('late', 1_000);
    await expect(refused).rejects.toMatchObject({ code: 'service.busy', status: 503, retryAfterSeconds: 1 });
    gate.resolve();
    await Promise.all(held);
    expect(await ask('after')).toEqual({ routes: [] });
    expect(began).toEqual(['one', 'two', 'after']);
  });

  it('goes on with changes while it has too many questions', async () => {
    const held = [ask('one'), ask('two')];
    await eventually(() => expect(began).toHaveLength(2));
    const ended = asker.get<RpcClient>(RpcClient).call(signOutRpc, { session_token: 'x' }, { caller });
    expect(await ended).toEqual({ ended: true });
    gate.resolve();
    await Promise.all(held);
  });

  it('goes on with what needs no hash while hashes are waited for', async () => {
    const hashes = ['hash 1', 'hash 2', 'hash 3', 'hash 4'].map((code) => ask(code));
    await eventually(() => expect(limiter.queued).toBe(3));
    const other = ask('other');
    await eventually(() => expect(began).toContain('other'));
    gate.resolve();
    await Promise.all([...hashes, other]);
  });
});
