import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@linkway/platform';
import { eventually, useServers } from '@linkway/platform/testkit';
import { v7 as uuidv7 } from 'uuid';
import { streamIdOf } from '../src/ingest/shard-position.js';
import { service } from '../src/main.js';
import { RangeRepository } from '../src/store/range.repository.js';
import { Asker, aClick, ClickPublisher } from './analytics.harness.js';

const servers = useServers({ nats: true, clickhouse: true });
const NAME = 'CLICKS_0';
const link = { workspace_id: uuidv7(), link_id: uuidv7() };
let analytics: RunningService;
let publisher: ClickPublisher;

// Everything that is stored is over its time at once.
const start = () =>
  service.start(servers.env('analytics', { VISITOR_SECRET: 'test', CLICK_REPLAY_HOURS: '0', LOG_LEVEL: 'fatal' }));

beforeAll(async () => {
  analytics = await start();
  publisher = await ClickPublisher.open(servers.natsUrl);
  await eventually(() => analytics.ready());
});

afterAll(async () => {
  await analytics.stop();
  await publisher.close();
}, 60_000);

const infoOf = async () => (await publisher.manager()).streams.info(NAME);

/** Publishes a click, and answers the number of its message when it is counted. */
async function counted(total: number): Promise<number> {
  const sequence = await eventually(() => publisher.publish([aClick(link)]), { timeoutMs: 20_000 });
  await eventually(
    async () => expect((await new Asker(analytics).link(link.workspace_id, link.link_id)).total).toBe(total),
    { timeoutMs: 20_000 },
  );
  return sequence;
}

const emptiedTo = (last: number) =>
  eventually(
    async () => expect((await infoOf()).state).toMatchObject({ messages: 0, first_seq: last + 1, last_seq: last }),
    { timeoutMs: 20_000 },
  );

/** The range that was stored last, in the first numbering: a stream that was taken for another one is read in the next. */
async function storedUpTo(sequence: number): Promise<void> {
  const latest = await analytics.get<RangeRepository>(RangeRepository).latest(streamIdOf(await infoOf()));
  expect(latest).toMatchObject({ epoch: 0, first: sequence, last: sequence });
  const metrics = await (await fetch(`${analytics.adminUrl}/metrics`)).text();
  expect(metrics).not.toMatch(/analytics_messages_missed_total\{.*\} [1-9]/);
}

describe('where no more clicks come', () => {
  it('nothing of them stays in the stream, and a later one is counted', async () => {
    expect(await counted(1)).toBe(1);
    await emptiedTo(1);
    expect(await counted(2)).toBe(2);
    await storedUpTo(2);
    await emptiedTo(2);
  }, 60_000);

  it('the empty stream is the same one after a kill -9 of NATS', async () => {
    await servers.nats.kill();
    await servers.nats.start();
    await eventually(infoOf, { timeoutMs: 20_000 });
    await emptiedTo(2);
    expect(await counted(3)).toBe(3);
    await storedUpTo(3);
    await emptiedTo(3);
  }, 90_000);

  it('a process that begins with an empty stream goes on where it was read', async () => {
    await analytics.stop();
    await servers.nats.restart();
    await eventually(infoOf, { timeoutMs: 20_000 });
    analytics = await start();
    expect(await counted(4)).toBe(4);
    await storedUpTo(4);
    await emptiedTo(4);
  }, 90_000);

  it('a click that is sent a second time, when the first message has left, counts once', async () => {
    const click = aClick(link);
    await publisher.publish([click]);
    await emptiedTo(5);
    await publisher.publish([click]);
    await emptiedTo(6);
    expect(await counted(6)).toBe(7);
  }, 60_000);
});
