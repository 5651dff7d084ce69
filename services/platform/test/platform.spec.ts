import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, getQuotaRpc, resolveRouteRpc, sessionEnded, signOutRpc } from '@linkway/contracts';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { DataSource } from 'typeorm';
import { EventPublisher, EventTail, NatsService, RpcClient, type RunningService, storedMessage } from '../src/index.js';
import { eventually, useServers } from '../src/testkit/index.js';
import { consumer, producer, Seen } from './demo-services.js';

const servers = useServers({ postgres: true, nats: true });
const spans = new InMemorySpanExporter();
const caller: Caller = {
  kind: 'session',
  user_id: randomUUID(),
  workspace_id: randomUUID(),
  session_id: randomUUID(),
  role: 'user',
};

let sending: RunningService;
let receiving: RunningService;
const seen = () => receiving.get<Seen>(Seen);
const rpc = () => sending.get<RpcClient>(RpcClient);

const start = async (service: typeof producer, name: string) =>
  service.start(servers.env(name), { spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] });

beforeAll(async () => {
  receiving = await start(consumer, 'consumer');
  sending = await start(producer, 'producer');
}, 60_000);

afterAll(async () => {
  await sending.stop();
  await receiving.stop();
});

afterEach(() => {
  seen().failuresLeft = 0;
  spans.reset();
});

describe('request and reply', () => {
  it('answers, and carries the caller', async () => {
    const id = randomUUID();
    await expect(rpc().call(signOutRpc, { session_token: id }, { caller })).resolves.toEqual({ ended: true });
    await expect(rpc().call(signOutRpc, { session_token: id })).rejects.toMatchObject({ code: 'auth.unauthenticated' });
  });

  it('keeps code, parameters and Retry-After of an error over the hop', async () => {
    await expect(rpc().call(resolveRouteRpc, { code: 'taken' })).rejects.toMatchObject({
      code: 'links.code_taken',
      status: 409,
      params: { code: 'taken' },
      retryAfterSeconds: 7,
    });
  });

  it('tells nothing of an unexpected error', async () => {
    const failure = await rpc()
      .call(resolveRouteRpc, { code: 'broken' })
      .catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'service.internal' });
    expect(JSON.stringify(failure)).not.toContain('a detail');
  });

  it('refuses what does not fit the contract, and says so when nobody listens', async () => {
    await expect(rpc().call(resolveRouteRpc, { code: 'x'.repeat(100) })).rejects.toMatchObject({
      code: 'request.invalid',
    });
    await expect(rpc().call(getQuotaRpc, {}, { caller })).rejects.toMatchObject({ code: 'service.unavailable' });
  });
});

describe('events', () => {
  it('has the effect once, although the handler fails first and the event is published twice', async () => {
    seen().failuresLeft = 2;
    const id = randomUUID();
    await rpc().call(signOutRpc, { session_token: id }, { caller });
    await eventually(() => seen().effects.includes(id));
    expect(seen().attempts.filter((attempt) => attempt === id)).toHaveLength(3);

    const again = randomUUID();
    const publisher = sending.get<EventPublisher>(EventPublisher);
    const envelope = publisher.envelope(sessionEnded, { session_id: again, user_id: caller.user_id });
    const { jetstream } = sending.get<NatsService>(NatsService);
    await publisher.publish(envelope);
    // Without a message id the stream takes it a second time, as it would outside its window.
    await jetstream.publish(envelope.type, JSON.stringify(envelope));
    await eventually(() => seen().attempts.filter((attempt) => attempt === again).length === 2);
    expect(seen().effects.filter((effect) => effect === again)).toHaveLength(1);
  });

  it('publishes nothing of a transaction that failed', async () => {
    const id = `ffffffff${randomUUID().slice(8)}`;
    await expect(rpc().call(signOutRpc, { session_token: id }, { caller })).rejects.toMatchObject({
      code: 'auth.forbidden',
    });
    const rows: unknown[] = await sending.get<DataSource>(DataSource).query('SELECT 1 FROM outbox');
    expect(rows).toHaveLength(0);
    expect(seen().attempts).not.toContain(id);
  });

  it('puts a hopeless event aside with the reason and goes on', async () => {
    const id = `00000000-dead-4000-8000-${randomUUID().slice(24)}`;
    await rpc().call(signOutRpc, { session_token: id }, { caller });
    const manager = await sending.get<NatsService>(NatsService).manager();
    const letter = await eventually(async () => {
      const found = await storedMessage(manager, 'DEAD_LETTERS', {
        last_by_subj: 'dlq.consumer.evt.identity.session-ended.v1',
      });
      if (!found) throw new Error('no dead letter yet');
      return found;
    });
    expect(letter.json<{ data: { session_id: string } }>().data.session_id).toBe(id);
    expect(letter.header.get('Linkway-Reason')).toBe('cannot be handled');
    const next = randomUUID();
    await rpc().call(signOutRpc, { session_token: next }, { caller });
    await eventually(() => seen().effects.includes(next));
  });

  it('keeps events while NATS is down and delivers them afterwards, also to a tail', async () => {
    const followed: string[] = [];
    receiving.get<EventTail>(EventTail).follow([sessionEnded], (event) => followed.push(event.session_id));
    const before = randomUUID();
    await eventually(async () => {
      await rpc().call(signOutRpc, { session_token: before }, { caller });
      return followed.includes(before);
    });
    await servers.nats.stop();
    const outbox = sending.get<DataSource>(DataSource);
    const envelope = sending.get<EventPublisher>(EventPublisher).envelope(sessionEnded, {
      session_id: randomUUID(),
      user_id: caller.user_id,
    });
    await outbox.query('INSERT INTO outbox (id, envelope) VALUES ($1, $2)', [envelope.id, JSON.stringify(envelope)]);
    expect(await sending.ready()).toBe(false);
    await servers.nats.start();
    await eventually(() => seen().effects.includes(envelope.data.session_id), { timeoutMs: 30_000 });
    await eventually(() => followed.includes(envelope.data.session_id), { timeoutMs: 30_000 });
    await eventually(() => sending.ready(), { timeoutMs: 30_000 });
  }, 90_000);
});

describe('traces', () => {
  it('is one trace over request, reply, outbox and JetStream', async () => {
    const id = randomUUID();
    await rpc().call(signOutRpc, { session_token: id }, { caller });
    await eventually(() => seen().effects.includes(id));
    const wanted = [
      'producer cmd.identity.sign-out.v1 > producer cmd.identity.sign-out.v1',
      'producer qry.domains.list-active.v1 > consumer qry.domains.list-active.v1',
      'producer cmd.identity.sign-out.v1 > producer publish evt.identity.session-ended.v1',
      'producer publish evt.identity.session-ended.v1 > consumer handle evt.identity.session-ended.v1',
    ];
    // What an earlier test left under way has traces of its own.
    const whole = await eventually(() => {
      const traces = [...Map.groupBy(spans.getFinishedSpans(), (span) => span.spanContext().traceId).values()];
      return traces.map(edgesOf).find((edges) => wanted.every((edge) => edges.includes(edge))) ?? false;
    });
    expect(whole).toEqual(expect.arrayContaining(wanted));
  });
});

function edgesOf(finished: ReadableSpan[]): string[] {
  const label = (span: ReadableSpan) => `${String(span.resource.attributes['service.name'])} ${span.name}`;
  const byId = new Map(finished.map((span) => [span.spanContext().spanId, span]));
  return finished.flatMap((span) => {
    const parent = byId.get(span.parentSpanContext?.spanId ?? '');
    return parent ? [`${label(parent)} > ${label(span)}`] : [];
  });
}

describe('a service', () => {
  it('shows health, readiness and metrics, and stops cleanly', async () => {
    const third = await start(consumer, 'consumer');
    const get = async (path: string) => fetch(`${third.adminUrl}${path}`);
    expect((await get('/healthz')).status).toBe(200);
    expect(await (await get('/readyz')).json()).toMatchObject({ ready: true, checks: { nats: 'ok', postgres: 'ok' } });
    expect(await (await get('/metrics')).text()).toContain('log_lines_lost_total{service="consumer"}');
    await third.stop();
    await expect(get('/healthz')).rejects.toThrow();
  });

  it('names a wrong setting and never its value', async () => {
    const broken = producer.start({ ...servers.env('producer'), DATABASE_URL: '', LOG_LEVEL: 'hunter2' });
    const message = await broken.catch((error: Error) => error.message);
    expect(message).toContain('DATABASE_URL: is required');
    expect(message).toContain('LOG_LEVEL: is not valid');
    expect(message).not.toContain('hunter2');
  });
});
