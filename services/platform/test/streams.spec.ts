import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sessionEnded } from '@linkway/contracts';
import { AckPolicy, DeliverPolicy, DiscardPolicy, type JsMsg, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import {
  clickShards,
  clickStream,
  EventPublisher,
  EventTail,
  ensureStream,
  eventStream,
  NatsService,
  type RunningService,
  StreamKeeper,
  storedMessage,
  trimStream,
} from '../src/index.js';
import { eventually, useServers } from '../src/testkit/index.js';
import { emit, emitMany, manager, metric, readiness, writer } from './event-services.js';

const servers = useServers({ nats: true });
const STREAM = 'EVT_IDENTITY';
const MIB = 1024 ** 2;
let running: RunningService | null = null;

async function start(settings: Record<string, string> = {}): Promise<RunningService> {
  running = await writer.start(servers.env('writer', settings));
  return running;
}

afterEach(async () => {
  if (!running) return;
  const { streams } = await manager(running);
  for await (const name of streams.names()) await streams.delete(name);
  await running.stop();
  running = null;
});

const keep = (service: RunningService) => service.get<StreamKeeper>(StreamKeeper).now();
const stateOf = async (service: RunningService) => (await (await manager(service)).streams.info(STREAM)).state;

async function addDurable(service: RunningService, name: string): Promise<void> {
  const { consumers } = await manager(service);
  await consumers.add(STREAM, {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
  });
}

/** Takes messages through a durable and acknowledges those that are wanted. */
async function take(service: RunningService, name: string, count: number, wanted: (index: number) => boolean) {
  const consumer = await service.get<NatsService>(NatsService).jetstream.consumers.get(STREAM, name);
  const taken: JsMsg[] = [];
  for await (const message of await consumer.fetch({ max_messages: count, expires: 2_000 })) taken.push(message);
  for (const [index, message] of taken.entries()) if (wanted(index)) await message.ackAck();
}

/** About as many bytes as asked for. */
async function fillUp(service: RunningService, bytes: number): Promise<void> {
  const { jetstream } = service.get<NatsService>(NatsService);
  await ensureStream(service.get<NatsService>(NatsService), eventStream('identity'));
  for (let stored = 0; stored < bytes; stored += 100_000) {
    await jetstream.publish('evt.identity.filler.v1', Buffer.alloc(100_000));
  }
}

describe('settings', () => {
  it('reach a stream that a former release made', async () => {
    const first = await start();
    const { streams } = await manager(first);
    const former = { max_age: 7 * 86_400 * 1e9, max_bytes: 1024 * MIB, duplicate_window: 600e9 };
    await streams.add({ name: STREAM, subjects: ['evt.identity.>'], discard: DiscardPolicy.New, ...former });
    const id = await emit(first);
    await first.stop();

    const second = await start({ EVENT_STREAM_MAX_BYTES: String(2 * MIB) });
    await eventually(async () => {
      const { config } = await (await manager(second)).streams.info(STREAM);
      expect(config).toMatchObject({ max_age: 0, max_bytes: 2 * MIB, discard: DiscardPolicy.New });
    });
    const kept = await (await manager(second)).streams.getMessage(STREAM, { seq: 1 });
    expect(kept?.string()).toContain(id);
  });

  it('never make a stream smaller than what it stores', async () => {
    const first = await start({ EVENT_STREAM_MAX_BYTES: String(3 * MIB) });
    await fillUp(first, MIB);
    await addDurable(first, 'late');
    const { messages } = await stateOf(first);
    await first.stop();

    const second = await start({ EVENT_STREAM_MAX_BYTES: String(MIB) });
    await keep(second);
    const info = await (await manager(second)).streams.info(STREAM);
    expect([info.config.max_bytes, info.state.messages]).toEqual([3 * MIB, messages]);

    await take(second, 'late', messages, () => true);
    await trimStream(second.get<NatsService>(NatsService), STREAM, { doneTo: async () => messages - 1, keepHours: 0 });
    await keep(second);
    expect((await (await manager(second)).streams.info(STREAM)).config.max_bytes).toBe(MIB);
  });

  it('that the server refuses are told once, and hinder nothing', async () => {
    const first = await start({ EVENT_STREAM_MAX_BYTES: String(3 * MIB) });
    await emit(first);
    await first.stop();
    const folder = mkdtempSync(join(tmpdir(), 'linkway-settings-'));
    const LOG_FILE = join(folder, 'log');
    // More than the server may store.
    const second = await start({ EVENT_STREAM_MAX_BYTES: String(2 * MIB ** 2), LOG_FILE, LOG_LEVEL: 'warn' });
    for (let round = 1; round <= 3; round += 1) await keep(second);
    expect((await (await manager(second)).streams.info(STREAM)).config.max_bytes).toBe(3 * MIB);
    await emit(second);
    expect((await stateOf(second)).messages).toBe(2);
    expect(readFileSync(LOG_FILE, 'utf8').match(/stream settings were refused/g)).toHaveLength(1);
    rmSync(folder, { recursive: true, force: true });
  });

  it('of the clicks are those of the redirect alone, and shards are found, not assumed', async () => {
    const service = await start({ CLICK_STREAM_MAX_BYTES: String(5 * MIB) });
    const nats = service.get<NatsService>(NatsService);
    const { streams } = await manager(service);
    for (const shard of [10, 2]) {
      const { name, subjects } = clickStream(shard);
      await streams.add({ name, subjects, max_bytes: 7 * MIB });
    }
    await ensureStream(nats, clickStream(2));
    expect((await streams.info('CLICKS_2')).config.max_bytes).toBe(7 * MIB);
    expect(await clickShards(nats)).toEqual([2, 10]);
  });
});

describe('trimming', () => {
  it('removes what every consumer has done, and nothing after it', async () => {
    const service = await start({ EVENT_STREAM_KEEP_HOURS: '0' });
    await emitMany(service, 20);
    await addDurable(service, 'ahead');
    await addDurable(service, 'behind');
    await take(service, 'ahead', 20, () => true);
    // The sixth one is in hand: the floor stays below it though later ones are done.
    await take(service, 'behind', 10, (index) => index !== 5);
    await delay(10);
    await keep(service);
    expect(await stateOf(service)).toMatchObject({ first_seq: 6, last_seq: 20 });
    await keep(service);
    expect((await stateOf(service)).messages).toBe(15);
    expect(await metric(service, `event_consumer_pending{stream="${STREAM}",consumer="behind"`)).toBe(10);
    expect(await metric(service, `event_consumer_ack_pending{stream="${STREAM}",consumer="behind"`)).toBe(1);
    await (await manager(service)).consumers.delete(STREAM, 'behind');
    await keep(service);
    expect(await (await fetch(`${service.adminUrl}/metrics`)).text()).not.toContain('consumer="behind"');
  });

  it('keeps what is done for its time while there is room', async () => {
    const service = await start({ EVENT_STREAM_KEEP_HOURS: '1' });
    await emitMany(service, 5);
    await addDurable(service, 'done');
    await take(service, 'done', 5, () => true);
    await keep(service);
    expect((await stateOf(service)).messages).toBe(5);
  });

  it('finds the moment among many messages', async () => {
    const service = await start();
    await emitMany(service, 9);
    await delay(1_200);
    await emitMany(service, 4);
    const nats = service.get<NatsService>(NatsService);
    const keepHours = 1 / 3_600;
    expect(await trimStream(nats, STREAM, { doneTo: async () => 13, keepHours })).toBe(9);
    expect((await stateOf(service)).first_seq).toBe(10);
  });

  it('makes room of what is done before its time, and tells a stream that stays full', async () => {
    const service = await start({ EVENT_STREAM_MAX_BYTES: String(MIB) });
    await fillUp(service, 0.85 * MIB);
    await addDurable(service, 'slow');
    const { messages, bytes } = await stateOf(service);
    await keep(service);
    expect((await stateOf(service)).messages).toBe(messages);
    expect((await readiness(service))[`stream.${STREAM}`]).toMatch(/^8\d % full$/);
    expect(await service.ready()).toBe(false);

    await take(service, 'slow', messages, () => true);
    await keep(service);
    const { bytes: left, last_seq } = await stateOf(service);
    expect(left).toBeLessThanOrEqual(MIB / 2);
    expect(left).toBeGreaterThan(MIB / 4);
    expect(last_seq).toBe(messages);
    expect(await service.ready()).toBe(true);
    expect(await metric(service, `event_stream_fill_ratio{stream="${STREAM}"`)).toBeCloseTo(left / MIB);
    expect(await metric(service, `event_stream_bytes{stream="${STREAM}"`)).toBe(left);
    expect(await metric(service, `event_stream_oldest_seconds{stream="${STREAM}"`)).toBeGreaterThan(0);
    expect(bytes).toBeGreaterThan(left);
  });

  it('of a stream that nobody reads goes by age and room', async () => {
    const service = await start({ EVENT_STREAM_KEEP_HOURS: '0' });
    await emitMany(service, 5);
    await delay(10);
    await keep(service);
    expect((await stateOf(service)).messages).toBe(0);
  });
});

describe('a message of a stream', () => {
  it('can be asked for while the stream is being made', async () => {
    const service = await start();
    const { streams } = await manager(service);
    // A request waits for those before it on its connection.
    const other = await connect({ servers: servers.natsUrl });
    const asking = await jetstreamManager(other);
    for (let round = 0; round < 20; round += 1) {
      const name = `YOUNG_${round}`;
      const stream = { made: false };
      const ask = async () => {
        while (!stream.made) await storedMessage(asking, name, { last_by_subj: `young.${round}` });
      };
      const asked = [ask(), ask(), ask(), ask()];
      await streams.add({ name, subjects: [`young.${round}`] });
      stream.made = true;
      await Promise.all(asked);
    }
    const { jetstream } = service.get<NatsService>(NatsService);
    await jetstream.publish('young.7', 'first');
    await jetstream.publish('young.7', 'second');
    const find = async (stream: string) => (await storedMessage(asking, stream, { last_by_subj: 'young.7' }))?.string();
    expect([await find('YOUNG_7'), await find('YOUNG_8'), await find('NONE')]).toEqual([
      'second',
      undefined,
      undefined,
    ]);
    await other.close();
  }, 30_000);
});

describe('a stream that was lost', () => {
  it('is made anew by the producer, and a tail tells the gap', async () => {
    const service = await start();
    const seen: string[] = [];
    let gaps = 0;
    const tail = service.get<EventTail>(EventTail).follow([sessionEnded], ({ session_id }) => seen.push(session_id));
    tail.onGap(() => {
      gaps += 1;
    });
    await eventually(async () => seen.includes(await emit(service)));
    expect(gaps).toBe(0);

    // The new one has more messages already than the tail saw of the old one.
    const { streams } = await manager(service);
    await streams.delete(STREAM);
    const nats = service.get<NatsService>(NatsService);
    await expect(emit(service)).rejects.toThrow();
    await eventually(() => emit(service));
    await emitMany(service, 200);
    await eventually(() => expect(gaps).toBe(1), { timeoutMs: 25_000 });
    await eventually(async () => seen.includes(await emit(service)));
    expect(nats.service).toBe('identity');
  }, 40_000);

  it('is no hindrance for events of other owners', async () => {
    const service = await start();
    const publisher = service.get<EventPublisher>(EventPublisher);
    const event = { ...publisher.envelope(sessionEnded, { session_id: randomUUID(), user_id: randomUUID() }) };
    await publisher.publish(event);
    await (await manager(service)).streams.delete(STREAM);
    await publisher.publish(event).catch(() => undefined);
    await publisher.publish(event);
    expect((await stateOf(service)).messages).toBe(1);
  });
});

describe('dead letters', () => {
  const LETTERS = 'DEAD_LETTERS';
  const put = async (service: RunningService, count: number) => {
    const { jetstream } = service.get<NatsService>(NatsService);
    for (let sent = 0; sent < count; sent += 1) await jetstream.publish('dlq.any.evt.any.v1', Buffer.alloc(4_000));
  };
  const letters = async (service: RunningService) => (await (await manager(service)).streams.info(LETTERS)).state;
  const evicted = (service: RunningService) => metric(service, 'events_dead_evicted_total');

  it('that leave a full stream are counted, each once, and told; those that an operator takes are not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkway-letters-'));
    const LOG_FILE = join(folder, 'log');
    const service = await start({ LOG_FILE });
    const { streams } = await manager(service);
    const size = 64 * 1024;
    await keep(service);
    await streams.add({ name: LETTERS, subjects: ['dlq.>'], max_bytes: size, discard: DiscardPolicy.Old });
    await put(service, 10);
    await keep(service);
    expect(await evicted(service)).toBe(0);
    expect(await metric(service, `event_stream_messages{stream="${LETTERS}"`)).toBe(10);
    expect(await metric(service, `event_stream_oldest_seconds{stream="${LETTERS}"`)).toBeGreaterThan(0);

    await put(service, 30);
    await keep(service);
    const { messages, bytes } = await letters(service);
    expect(messages).toBeLessThan(20);
    expect(await evicted(service)).toBe(40 - messages);
    expect(await metric(service, `event_stream_fill_ratio{stream="${LETTERS}"`)).toBeCloseTo(bytes / size);
    await put(service, 7);
    await keep(service);
    expect(await evicted(service)).toBe(47 - messages);

    // Nobody looks more often because of them: a stream that fills is looked at after two seconds.
    await put(service, 1);
    await delay(3_000);
    expect(await evicted(service)).toBe(47 - messages);
    await keep(service);
    expect(await evicted(service)).toBe(48 - messages);

    const { first_seq: first } = await letters(service);
    await streams.deleteMessage(LETTERS, first);
    await streams.deleteMessage(LETTERS, first + 3);
    await keep(service);
    for (let seq = first + 1; seq <= first + 8; seq += 1) {
      if (seq !== first + 3) await streams.deleteMessage(LETTERS, seq);
    }
    await put(service, 2);
    await keep(service);
    expect(await evicted(service)).toBe(48 - messages);

    expect(await service.ready()).toBe(true);
    const log = readFileSync(LOG_FILE, 'utf8');
    expect(log.match(/ALARM: dead letters left unread/g)).toHaveLength(1);
    expect(log.match(/ALARM: a stream fills/g)).toHaveLength(1);
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);
});
