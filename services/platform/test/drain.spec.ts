import dns from 'node:dns';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { getQuotaRpc, listActiveDomainsRpc, type RpcInput, resolveRouteRpc } from '@linkway/contracts';
import { Controller, Get, Module } from '@nestjs/common';
import { defineService, NatsService, Rpc, RpcClient, type RunningService, serviceConfig } from '../src/index.js';
import { eventually, useServers } from '../src/testkit/index.js';

const servers = useServers({ nats: true });
const SLOW_MS = 1_000;
/** More than the buffers of both ends of a connection hold. */
const LARGE = 32 * 1024 ** 2;

let answered = 0;

@Controller()
class SlowApi {
  @Rpc(listActiveDomainsRpc)
  async list(): Promise<{ data: [] }> {
    await delay(SLOW_MS);
    answered += 1;
    return { data: [] };
  }

  @Rpc(resolveRouteRpc)
  async resolve(input: RpcInput<typeof resolveRouteRpc>): Promise<{ routes: [] }> {
    if (input.code === 'broken') throw new Error('broken');
    await delay(Number(input.code));
    return { routes: [] };
  }

  @Get('/quick')
  quick(): { ok: boolean } {
    return { ok: true };
  }

  @Get('/large')
  large(): string {
    return 'x'.repeat(LARGE);
  }

  @Get('/slow')
  async slow(): Promise<{ ok: boolean }> {
    await delay(SLOW_MS);
    return { ok: true };
  }
}

@Module({ controllers: [SlowApi] })
class SlowModule {}
@Module({})
class AskingModule {}
const slow = defineService({ name: 'slow', config: serviceConfig({}), module: SlowModule, http: {} });
const asking = defineService({ name: 'asking', config: serviceConfig({}), module: AskingModule });

// One test's processes at a time: all of them share the questions.
const started: RunningService[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((running) => running.stop()));
}, 30_000);
async function start(service: typeof slow, more: Record<string, string> = {}): Promise<RunningService> {
  const running = await service.start(servers.env('none', { LOG_LEVEL: 'fatal', ...more }));
  started.push(running);
  return running;
}
const rpc = (running: RunningService) => running.get<RpcClient>(RpcClient);
const metricsOf = async (running: RunningService) => (await fetch(`${running.adminUrl}/metrics`)).text();

describe('a deploy under load', () => {
  it('answers every request: those under way are finished, new ones go to who is left', async () => {
    const asker = await start(asking);
    let current = await start(slow);
    const failures: unknown[] = [];
    let asked = 0;
    const end = new AbortController();
    const askers = Array.from({ length: 20 }, async (_, index) => {
      await delay(index * 50);
      while (!end.signal.aborted) {
        asked += 1;
        await rpc(asker)
          .call(listActiveDomainsRpc, {})
          .catch((error: unknown) => failures.push(error));
      }
    });
    // Many quick ones besides, so that some are on their way in the very moment in which a process leaves. One that is lost is not
    // answered after five seconds either, and a busy machine may need more than the one that their contract gives them.
    const quick = Array.from({ length: 50 }, async () => {
      while (!end.signal.aborted) {
        await rpc(asker)
          .call(resolveRouteRpc, { code: '0' }, { timeoutMs: 5_000 })
          .catch((error: unknown) => failures.push(error));
      }
    });
    answered = 0;
    for (let round = 0; round < 3; round += 1) {
      const next = await start(slow);
      await delay(SLOW_MS / 2);
      await current.stop();
      current = next;
    }
    end.abort();
    await Promise.all([...askers, ...quick]);
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(40);
    expect(answered).toBe(asked);
  }, 60_000);

  it('finishes what came over HTTP, on a connection that is kept too', async () => {
    const running = await start(slow, { DRAIN_DELAY_MS: '100' });
    const answers = Array.from({ length: 5 }, () => fetch(`${running.httpUrl}/slow`).then((answer) => answer.status));
    await delay(SLOW_MS / 4);
    const since = Date.now();
    const stopping = running.stop();
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200]);
    await stopping;
    // fetch keeps its connections: the service does not wait for that.
    expect(Date.now() - since).toBeLessThan(5_000);
  });

  it('ends connections that are in use without one request lost', async () => {
    const running = await start(slow);
    const kept = Array.from({ length: 20 }, () => new Kept(`${running.httpUrl}/quick`));
    const askers = kept.map(async (connection) => {
      while (connection.open) {
        await connection.ask();
        await delay(5);
      }
    });
    await eventually(() => expect(Math.min(...kept.map(({ answered }) => answered))).toBeGreaterThan(2));
    await running.stop();
    await Promise.all(askers);
    expect(kept.map(({ lost }) => lost)).toEqual(kept.map(() => null));
  }, 30_000);

  it('waits for those that ask seldom, and not for ever', async () => {
    const running = await start(slow);
    const kept = Array.from({ length: 60 }, () => new Kept(`${running.httpUrl}/quick`));
    await Promise.all(kept.map((connection) => connection.ask()));
    const since = Date.now();
    const stopping = running.stop().then(() => Date.now() - since);
    const asked = kept.map(async (connection, index) => {
      await delay(200 + index * 30);
      await connection.ask();
      return { after: Date.now() - since, lost: connection.lost };
    });
    const answered = (await Promise.all(asked)).filter(({ lost }) => lost === null);
    // Nobody asked in the first 0.2 s; from then on somebody did all the time.
    expect(Math.max(...answered.map(({ after }) => after))).toBeGreaterThan(600);
    expect(await stopping).toBeLessThan(2_500);
  }, 30_000);

  it('finishes an answer that its client takes slowly', async () => {
    const running = await start(slow);
    const [response] = (await once(get(`${running.httpUrl}/large`), 'response')) as [IncomingMessage];
    // Nobody else waits for it.
    const other = connect(Number(new URL(running.httpUrl ?? '').port), '127.0.0.1');
    await once(other, 'connect');
    other.write('GET /quick HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(other, 'data');
    const stopping = running.stop();
    const since = Date.now();
    await once(other, 'close');
    expect(Date.now() - since).toBeLessThan(8_000);
    await delay(2_000);
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await once(response, 'end');
    expect(bytes).toBe(LARGE);
    await stopping;
  }, 30_000);

  it('gives a request that never ends ten seconds', async () => {
    const running = await start(slow);
    const endless = request(`${running.httpUrl}/quick`, { method: 'POST', headers: { 'content-length': '100' } });
    endless.on('error', () => undefined).write('{');
    await once(endless, 'socket');
    await delay(SLOW_MS / 4);
    const since = Date.now();
    await running.stop();
    expect(Date.now() - since).toBeGreaterThan(9_000);
    expect(Date.now() - since).toBeLessThan(13_000);
  }, 30_000);

  it('does not wait for a connection that nobody uses', async () => {
    const running = await start(slow);
    const { hostname, port } = new URL(running.httpUrl ?? '');
    const idle = connect(Number(port), hostname);
    await once(idle, 'connect');
    const since = Date.now();
    await running.stop();
    expect(Date.now() - since).toBeLessThan(2_000);
    idle.destroy();
  });

  it('does not wait for ever', async () => {
    const asker = await start(asking);
    const running = await start(slow);
    const hanging = rpc(asker)
      .call(resolveRouteRpc, { code: '14000' }, { timeoutMs: 13_000 })
      .catch((error: Error) => error);
    await delay(SLOW_MS / 2);
    const since = Date.now();
    await running.stop();
    const took = Date.now() - since;
    expect(took).toBeGreaterThan(9_000);
    expect(took).toBeLessThan(12_000);
    expect(await hanging).toMatchObject({ code: 'service.timeout' });
  }, 30_000);

  it('does not surface a moment in which nobody listens', async () => {
    const asker = await start(asking);
    // The connection is there and warm; then a subscriber comes 150 ms after the request.
    await rpc(asker)
      .call(getQuotaRpc, {})
      .catch(() => undefined);
    const { connection } = asker.get<NatsService>(NatsService);
    const answer = rpc(asker).call(resolveRouteRpc, { code: '0' });
    await delay(150);
    const subscription = connection.subscribe(resolveRouteRpc.subject, {
      callback: (_error, message) => {
        const { id } = message.json<{ id: string }>();
        message.respond(JSON.stringify({ id, response: { routes: [] }, isDisposed: true }));
      },
    });
    await expect(answer).resolves.toEqual({ routes: [] });
    subscription.unsubscribe();
    // The request goes another way, and might be there first.
    await connection.flush();
    await expect(rpc(asker).call(resolveRouteRpc, { code: '0' })).rejects.toMatchObject({
      code: 'service.unavailable',
    });
  });
});

/** A connection that is kept, as a proxy does, until an answer ends it. */
class Kept {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  answered = 0;
  open = true;
  /** What became of a request that got no answer. */
  lost: string | null = null;

  constructor(private readonly url: string) {}

  async ask(): Promise<void> {
    try {
      const [response] = (await once(get(this.url, { agent: this.agent }), 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      this.answered += 1;
      this.open = response.headers.connection !== 'close';
    } catch (error) {
      this.lost = (error as NodeJS.ErrnoException).code ?? String(error);
      this.open = false;
    }
    if (!this.open) this.agent.destroy();
  }
}

describe('a service with HTTP', () => {
  it('bounds what one connection has in work', async () => {
    const running = await start(slow);
    const many = connect(Number(new URL(running.httpUrl ?? '').port), '127.0.0.1').on('error', () => undefined);
    await once(many, 'connect');
    let answer = '';
    many.on('data', (chunk) => {
      answer += chunk;
    });
    many.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50));
    await once(many, 'close');
    expect(answer).toBe('');
  });

  it('has one server where localhost has two addresses: a second one would be neither bounded nor drained', async () => {
    const [first, second] = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const { lookup } = dns;
    const both = ((host: string, options: dns.LookupOptions, done: (...answer: unknown[]) => void) =>
      host === 'localhost' && options.all ? done(null, [first, second]) : lookup(host, options, done)) as typeof lookup;
    const looking = jest.spyOn(dns, 'lookup').mockImplementation(both);
    try {
      const { port } = new URL((await start(slow, { HOST: 'localhost' })).httpUrl ?? '');
      const addresses = [first, second].map(async (there) => {
        const socket = connect(Number(port), there?.address);
        const [came] = await Promise.race([once(socket, 'connect').then(() => ['connected']), once(socket, 'error')]);
        socket.destroy();
        return came === 'connected';
      });
      expect(await Promise.all(addresses)).toEqual([true, false]);
    } finally {
      looking.mockRestore();
    }
  });
});

describe('durations', () => {
  it('are told by subject and outcome, on both sides', async () => {
    const asker = await start(asking);
    const running = await start(slow);
    await rpc(asker).call(resolveRouteRpc, { code: '1' });
    await rpc(asker)
      .call(resolveRouteRpc, { code: 'broken' })
      .catch(() => undefined);
    await rpc(asker)
      .call(resolveRouteRpc, { code: '2000' }, { timeoutMs: 1_000 })
      .catch(() => undefined);
    await rpc(asker)
      .call(getQuotaRpc, {})
      .catch(() => undefined);
    const count = (side: string, subject: string, outcome: string) =>
      new RegExp(
        `rpc_${side}_duration_seconds_count{service="\\w+",subject="${subject}",outcome="${outcome}"} 1$`,
        'm',
      );
    const told = await metricsOf(asker);
    expect(told).toMatch(count('client', resolveRouteRpc.subject, 'ok'));
    expect(told).toMatch(count('client', resolveRouteRpc.subject, 'failed'));
    expect(told).toMatch(count('client', resolveRouteRpc.subject, 'timeout'));
    expect(told).toMatch(count('client', getQuotaRpc.subject, 'unavailable'));
    await eventually(async () =>
      expect(await metricsOf(running)).toMatch(/rpc_server_\w+_count{[^}]*outcome="ok"[^}]*} 2$/m),
    );
    expect(await metricsOf(running)).toMatch(count('server', resolveRouteRpc.subject, 'failed'));
  });
});
