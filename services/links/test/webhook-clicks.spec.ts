import { describe, expect, it } from '@jest/globals';
import {
  type Click,
  getWebhookRpc,
  linkLimitReached,
  MOST_CLICKS_LISTED_AN_HOUR,
  testWebhookRpc,
  userChanged,
  webhookEvents,
  webhookMessages,
} from '@linkway/contracts';
import type { RunningService } from '@linkway/platform';
import { ClickNotes } from '../src/webhook/clicks/click-notes.js';
import { ClickNotesRepository } from '../src/webhook/clicks/click-notes.repository.js';
import { ClickPositionRepository } from '../src/webhook/clicks/click-position.repository.js';
import { ClickReader } from '../src/webhook/clicks/click-reader.js';
import { SLOWLY, useClicks } from './clicks.js';
import { analytics, eventually, refusal, useLinks, uuidv7 } from './harness.js';
import { type Received, useReceiver, verified } from './receiver.js';

const links = useLinks({ ENCRYPTION_KEY: 'a key for tests, of many characters', WEBHOOKS_TO_PRIVATE: 'true' });
const receiver = useReceiver();
const { aClick, clicksOf, listening, member, newPath, positions, readersOf, shipped, skippedAt, told, toldAt, turn } =
  useClicks(links, receiver);
/** What was noted: a process of the former release sends it as it stands. */
const sources = async ({ workspace_id }: { workspace_id: string }) =>
  (
    await links.query<{ source: object }>('SELECT source FROM webhook_deliveries WHERE workspace_id = $1', [
      workspace_id,
    ])
  ).map(({ source }) => source);
const part = <T>(type: abstract new (...args: never[]) => T, of: RunningService = links.service): T => of.get<T>(type);

describe('clicks', () => {
  it('are told to the webhooks that want them, many in one message, of people alone unless bots are asked for', async () => {
    const [caller, other] = [await member(), await member()];
    const [path, all, theirs, quiet] = [newPath(), newPath(), newPath(), newPath()];
    const webhook = await listening(caller, path);
    await listening(caller, all, ['link.clicked'], true);
    await listening(other, theirs);
    await listening(caller, quiet, ['link.created']);
    const people = clicksOf(caller.workspace_id, 230);
    const bots = clicksOf(caller.workspace_id, 3, { user_agent: 'bot' });
    const others = clicksOf(other.workspace_id, 2);
    await shipped([...people.slice(0, 150), ...bots, aClick(null)]);
    await shipped([...people.slice(150), ...others]);
    await told(path, people);
    await told(all, [...people, ...bots]);
    await told(theirs, others);
    expect(receiver.at(quiet)).toEqual([]);
    expect(receiver.at(path).length).toBeLessThanOrEqual(5);
    for (const one of receiver.at(all)) {
      const { body } = webhookMessages['link.clicked'];
      expect(body.strict().safeParse(JSON.parse(one.body)).error).toBeUndefined();
    }
    for (const one of receiver.at(path)) verified(one, webhook.secret);
    const said = JSON.stringify([receiver.at(all), await links.query('SELECT source FROM webhook_deliveries')]);
    for (const hidden of ['203.0.113.77', 'browser of somebody']) expect(said).not.toContain(hidden);
    expect(toldAt(all).filter(({ kind }) => kind === 'bot')).toHaveLength(3);
  });

  it('are read while somebody wants them, from then on, and no longer', async () => {
    const caller = await member();
    const reader = part(ClickReader);
    await reader.round();
    await eventually(async () => expect(await positions()).toEqual([]));
    await eventually(async () => expect(await readersOf()).toBe(0));
    await shipped(clicksOf(caller.workspace_id, 3));
    const path = newPath();
    const { id } = await listening(caller, path);
    expect(await positions()).toHaveLength(1);
    const first = clicksOf(caller.workspace_id, 2);
    await shipped(first);
    await told(path, first);
    expect(await readersOf()).toBe(1);
    await turn(id, false, caller);
    await reader.round();
    expect(await positions()).toEqual([]);
    await eventually(async () => expect(await readersOf()).toBe(0));
    const asked = analytics.asked;
    await shipped(clicksOf(caller.workspace_id, 2));
    await turn(id, true, caller);
    const next = clicksOf(caller.workspace_id, 1);
    await shipped(next);
    await told(path, [...first, ...next]);
    expect(analytics.asked).toBe(asked + 1);
  });

  it('are told once, by any number of processes, of which one ends', async () => {
    const caller = await member();
    const path = newPath();
    await listening(caller, path);
    const second = await links.start();
    const all: Click[] = [];
    const ship = async (count: number) => {
      const clicks = clicksOf(caller.workspace_id, count);
      all.push(...clicks);
      await shipped(clicks);
    };
    try {
      await part(ClickReader, second).round();
      for (let round = 0; round < 10; round += 1) await ship(20);
      await told(path, all);
    } finally {
      await second.stop();
    }
    for (let round = 0; round < 5; round += 1) await ship(20);
    await told(path, all);
    // As a process that was killed leaves it: another one holds the shard, and says nothing any more.
    await links.query(`UPDATE webhook_click_positions SET holder = $1, held_until = now() + interval '2 seconds'`, [
      uuidv7(),
    ]);
    await ship(30);
    await told(path, all);
    const deliveries = receiver.at(path).map(({ headers }) => headers['webhook-id']);
    expect(new Set(deliveries).size).toBe(deliveries.length);
  });

  it('that are read again, as whoever noted them was killed or slow, are noted once', async () => {
    const caller = await member();
    const path = newPath();
    const { id } = await listening(caller, path);
    const holder = uuidv7();
    await links.query(
      `INSERT INTO webhook_click_positions (stream, made_at, position, holder, held_until)
       VALUES ('CLICKS_99', 'then', 7, $1, now() + interval '1 hour') ON CONFLICT DO NOTHING`,
      [holder],
    );
    const clicks = clicksOf(caller.workspace_id, 150);
    const portion = {
      stream: 'CLICKS_99',
      holder,
      from: 7,
      batches: [{ sequence: 8, storedAt: new Date(), entries: clicks }],
      keep: async () => true,
    };
    const both = await Promise.all([part(ClickNotes).note(portion), part(ClickNotes).note(portion)]);
    expect(both.sort()).toEqual([false, true]);
    expect(await part(ClickNotes).note({ ...portion, holder: uuidv7(), from: 8 })).toBe(false);
    await told(path, clicks);
    const rows = await links.query('SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1', [id]);
    expect(rows).toHaveLength(2);
    await links.query(`DELETE FROM webhook_click_positions WHERE stream = 'CLICKS_99'`);
  });

  it('wait in their stream while analytics is away', async () => {
    const caller = await member();
    const path = newPath();
    await listening(caller, path);
    analytics.isAway = true;
    const clicks = clicksOf(caller.workspace_id, 5);
    const asked = analytics.asked;
    await shipped(clicks);
    await eventually(() => expect(analytics.asked).toBeGreaterThan(asked + 1), SLOWLY);
    expect(receiver.at(path)).toEqual([]);
    analytics.isAway = false;
    await told(path, clicks);
  });

  it('are counted where the receiver does not keep up, and that is told', async () => {
    const caller = await member();
    const path = newPath();
    receiver.answer(path, (_one, response) => void response.writeHead(500).end());
    const { id } = await listening(caller, path);
    await links.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source, next_attempt_at)
       SELECT gen_random_uuid(), $1, $2, 'link.clicked', gen_random_uuid(), now(), '{"clicks":[],"skipped":null}', now() + interval '1 hour'
       FROM generate_series(1, 99)`,
      [id, caller.workspace_id],
    );
    await shipped(clicksOf(caller.workspace_id, 180));
    const skipped = async () =>
      (await links.query<{ n: number }>('SELECT clicks_skipped AS n FROM webhooks WHERE id = $1', [id]))[0]?.n;
    await eventually(async () => expect(await skipped()).toBe(80), SLOWLY);
    await shipped(clicksOf(caller.workspace_id, 20));
    await eventually(async () => expect(await skipped()).toBe(100), SLOWLY);
    const waiting = `SELECT 1 FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'pending'`;
    expect(await links.query(waiting, [id])).toHaveLength(100);
    receiver.answer(path, (_one, response) => void response.end());
    await links.query('DELETE FROM webhook_deliveries WHERE webhook_id = $1 AND attempts = 0', [id]);
    const next = clicksOf(caller.workspace_id, 1);
    await shipped(next);
    await eventually(() => expect(skippedAt(path)).toBe(100), SLOWLY);
    expect(toldAt(path).map((click) => click.id)).toContain(next[0]?.event_id);
    expect(await skipped()).toBe(0);
  });

  it('beyond the most of an hour are told by number, also where no more come', async () => {
    const caller = await member();
    const path = newPath();
    const { id } = await listening(caller, path);
    await links.query(`UPDATE webhooks SET clicks_hour = date_trunc('hour', now()), clicks_listed = $2 WHERE id = $1`, [
      id,
      MOST_CLICKS_LISTED_AN_HOUR - 10,
    ]);
    const clicks = clicksOf(caller.workspace_id, 25);
    await shipped(clicks);
    await told(path, clicks.slice(0, 10));
    const notes = part(ClickNotesRepository);
    await notes.tellSkipped();
    expect(skippedAt(path)).toBe(0);
    await links.query(`UPDATE webhooks SET clicks_skipped_since = now() - interval '2 minutes' WHERE id = $1`, [id]);
    await Promise.all([notes.tellSkipped(), notes.tellSkipped()]);
    await eventually(() => expect(skippedAt(path)).toBe(15), SLOWLY);
    await links.query(`UPDATE webhooks SET clicks_hour = clicks_hour - interval '1 hour' WHERE id = $1`, [id]);
    const next = clicksOf(caller.workspace_id, 5);
    await shipped(next);
    await told(path, [...clicks.slice(0, 10), ...next]);
  });

  it('are not told while the plan has ended', async () => {
    const caller = await member();
    const path = newPath();
    await listening(caller, path);
    const id = caller.workspace_id;
    const plan = { status: 'active', role: 'user', subscription_type: 'basic', monthly_links_limit: 50 } as const;
    await links.publish(userChanged, { user_id: id, account: { ...plan, workspace_id: id, version: 2 } });
    await eventually(async () =>
      expect(await links.query('SELECT 1 FROM workspaces WHERE workspace_id = $1 AND version = 2', [id])).toHaveLength(
        1,
      ),
    );
    const other = await member();
    const theirs = newPath();
    await listening(other, theirs);
    const marks = clicksOf(other.workspace_id, 1);
    await shipped([...clicksOf(id, 4), ...marks]);
    await told(theirs, marks);
    expect(receiver.at(path)).toEqual([]);
  });

  it('go on from where they were read, and one that was left by all begins with its first message', async () => {
    const repository = part(ClickPositionRepository);
    const caller = await member();
    await listening(caller, newPath());
    await repository.begin(async (known) => {
      expect(known.has('CLICKS_98')).toBe(false);
      return [{ stream: 'CLICKS_98', made_at: 'now', last: 40, last_at: new Date() }];
    });
    const [row] = (await positions()).filter(({ stream }) => stream === 'CLICKS_98');
    expect(Number(row?.position)).toBe(0);
    await links.query(`DELETE FROM webhook_click_positions WHERE stream = 'CLICKS_98'`);
  });
});

describe('a limit that is reached', () => {
  it('is told once for each, to those who want to know', async () => {
    const [caller, other] = [await member(), await member()];
    const [path, theirs] = [newPath(), newPath()];
    await listening(caller, path, ['link.limit_reached']);
    await listening(other, theirs, ['link.limit_reached']);
    const link_id = uuidv7();
    const reached = (max_clicks: number) => ({
      link_id,
      workspace_id: caller.workspace_id,
      code: 'summer',
      domain_name: 'go.example',
      max_clicks,
      reached_at: new Date().toISOString(),
    });
    for (const max of [5, 5, 8]) await links.publish(linkLimitReached, reached(max));
    await eventually(() => expect(receiver.at(path)).toHaveLength(2), SLOWLY);
    const bodies = receiver.at(path).map(({ body }) => JSON.parse(body) as { data: { value: number } });
    for (const message of bodies)
      expect(webhookMessages['link.limit_reached'].body.strict().safeParse(message).error).toBeUndefined();
    expect(bodies.map(({ data }) => data.value).sort()).toEqual([5, 8]);
    expect(bodies[0]?.data).toMatchObject({
      limit: 'clicks',
      link: { id: link_id, short_url: 'https://go.example/summer' },
    });
    expect(receiver.at(theirs)).toEqual([]);
    expect(await sources(caller)).toEqual(expect.arrayContaining(bodies.map(({ data }) => data)));
  });

  it('of links of a month is told once, by whichever processes refuse some', async () => {
    const caller = await member(1);
    const path = newPath();
    await listening(caller, path, ['link.limit_reached']);
    const second = await links.start();
    try {
      await links.create(caller);
      for (let round = 0; round < 8; round += 1) expect(await refusal(links.create(caller))).not.toBe('none');
      await eventually(() => expect(receiver.at(path)).toHaveLength(1), SLOWLY);
      expect(JSON.parse(receiver.at(path)[0]?.body ?? '')).toMatchObject({
        type: 'link.limit_reached',
        data: { limit: 'monthly_links', value: 1, link: null },
      });
      expect(await sources(caller)).toEqual([{ limit: 'monthly_links', value: 1, link: null }]);
    } finally {
      await second.stop();
    }
    expect(receiver.at(path)).toHaveLength(1);
  });
});

it('each event can be tried with an example, which says that it is one', async () => {
  const caller = await member();
  const path = newPath();
  const { id, secret } = await listening(caller, path, ['link.created']);
  for (const event of webhookEvents) {
    expect(await links.call(testWebhookRpc, { id, event }, caller)).toMatchObject({ state: 'succeeded', event });
    const message = verified(receiver.at(path).at(-1) as Received, secret);
    expect(message).toMatchObject({ type: event, test: true });
    expect(webhookMessages[event].body.strict().safeParse(message).error).toBeUndefined();
  }
});

it('a webhook that was made before there were clicks to tell keeps its choice', async () => {
  const caller = await member();
  const id = uuidv7();
  await links.query(
    `INSERT INTO webhooks (id, workspace_id, user_id, url, description, events, secret)
     VALUES ($1, $2, $2, 'https://example.com/', '', '{link.created,link.deleted}', 'x')`,
    [id, caller.workspace_id],
  );
  const found = await links.call(getWebhookRpc, { id }, caller);
  expect(found).toMatchObject({ events: ['link.created', 'link.deleted'], bot_clicks: false });
});
