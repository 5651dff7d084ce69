import { afterEach, describe, expect, it } from '@jest/globals';
import { type Click, MOST_CLICK_MESSAGES_WAITING } from '@linkway/contracts';
import { clickStream, ensureStream, streamInfo } from '@linkway/platform';
import { DataSource } from 'typeorm';
import { ClickNotesRepository } from '../src/webhook/clicks/click-notes.repository.js';
import { SLOWLY, useClicks } from './clicks.js';
import { analytics, eventually, useLinks, uuidv7 } from './harness.js';
import { useReceiver } from './receiver.js';

const links = useLinks({ ENCRYPTION_KEY: 'a key for tests, of many characters', WEBHOOKS_TO_PRIVATE: 'true' });
const receiver = useReceiver();
const { aClick, clicksOf, listening, member, nats, newPath, positions, shipped, told, toldAt, turn } = useClicks(
  links,
  receiver,
);
const STREAM = clickStream(0).name;

/** A webhook that was told of a click, whose number in the stream and time there are answered. */
async function toldOnce() {
  const caller = await member();
  const path = newPath();
  await listening(caller, path);
  const first = clicksOf(caller.workspace_id, 1);
  const sequence = await shipped(first);
  await told(path, first);
  const [place] = await links.query<{ position: string; told_at: Date }>('SELECT * FROM webhook_click_positions');
  expect(Number(place?.position)).toBe(sequence);
  return { caller, path, first, sequence, at: place?.told_at ?? new Date(Number.NaN) };
}
/** As where another process reads the shard, which says nothing any more; what is read meanwhile is for whoever goes on with it. */
const heldElsewhere = async (): Promise<void> => {
  await links.query(`UPDATE webhook_click_positions SET holder = $1, held_until = 'infinity'`, [uuidv7()]);
};
const leftByIt = (more = '', values: unknown[] = []) =>
  links.query(`UPDATE webhook_click_positions SET held_until = now()${more}`, values);
const missed = async (): Promise<number> => {
  const text = await (await fetch(`${links.service.adminUrl}/metrics`)).text();
  return Number(/^links_webhook_click_messages_missed_total\S* (\d+)$/m.exec(text)?.[1] ?? 0);
};
/** Whether a reader of this process has noticed that the shard is another's. */
const noReader = async () =>
  eventually(async () => {
    const manager = await nats().manager();
    for await (const _ of manager.consumers.list(STREAM)) throw new Error('it is read');
  }, SLOWLY);

afterEach(async () => {
  analytics.answersOnce = Promise.resolve();
  await leftByIt();
});

describe('reading a stream of clicks', () => {
  it('goes on behind what was told where the numbers of lost messages were given to others', async () => {
    const { caller, path, first, sequence, at } = await toldOnce();
    const before = await missed();
    await heldElsewhere();
    await noReader();
    const others = clicksOf(caller.workspace_id, 2);
    for (const click of others) await shipped([click]);
    // Two more had been told when the server lost them: these have their numbers.
    await leftByIt(', position = $1, told_at = $2', [sequence + 2, new Date(at.getTime() + 1)]);
    await told(path, [...first, ...others]);
    await shippedAndTold(caller.workspace_id, path, [...first, ...others]);
    expect(await missed()).toBe(before);
  });

  it('goes on behind what was told where the stream ends before it', async () => {
    const { caller, path, first, sequence, at } = await toldOnce();
    const before = await missed();
    await heldElsewhere();
    await noReader();
    const other = clicksOf(caller.workspace_id, 1);
    await shipped(other);
    await leftByIt(', position = $1, told_at = $2', [sequence + 40, new Date(at.getTime() + 1)]);
    await told(path, [...first, ...other]);
    expect(await missed()).toBe(before);
  });

  it('begins with the first message of a stream that was made anew', async () => {
    const { caller, path, first } = await toldOnce();
    const manager = await nats().manager();
    await manager.streams.delete(STREAM);
    await ensureStream(nats(), clickStream(0));
    const others = clicksOf(caller.workspace_id, 3);
    for (const click of others) await shipped([click]);
    await told(path, [...first, ...others]);
    const info = await streamInfo(manager, STREAM);
    expect((await links.query<{ made_at: string }>('SELECT made_at FROM webhook_click_positions'))[0]?.made_at).toBe(
      info?.created,
    );
  });

  it('counts once what had left before it was read, as while nobody read', async () => {
    const { caller, path, first, sequence } = await toldOnce();
    const before = await missed();
    await heldElsewhere();
    await noReader();
    const last = clicksOf(caller.workspace_id, 1);
    for (const clicks of [clicksOf(caller.workspace_id, 1), clicksOf(caller.workspace_id, 1), last])
      await shipped(clicks);
    await (await nats().manager()).streams.purge(STREAM, { seq: sequence + 3 });
    // What fails is read again, and not counted again.
    analytics.isAway = true;
    const asked = analytics.asked;
    await leftByIt();
    await eventually(() => expect(analytics.asked).toBeGreaterThan(asked + 1), SLOWLY);
    analytics.isAway = false;
    await told(path, [...first, ...last]);
    expect(await missed()).toBe(before + 2);
  });

  it('counts what leaves while it is behind', async () => {
    const { caller, path, first, sequence } = await toldOnce();
    const before = await missed();
    const asked = analytics.asked;
    let answer: (value: unknown) => void = () => undefined;
    analytics.answersOnce = new Promise((resolve) => {
      answer = resolve;
    });
    const slow = clicksOf(caller.workspace_id, 1);
    await shipped(slow);
    await eventually(() => expect(analytics.asked).toBeGreaterThan(asked), SLOWLY);
    // The server hands a hundred over beforehand; those behind them can leave.
    const ahead = clicksOf(caller.workspace_id, 400);
    for (const click of ahead) await shipped([click]);
    await (await nats().manager()).streams.purge(STREAM, { seq: sequence + 1 + 400 });
    answer(null);
    const lastOne = ahead.slice(-1);
    await eventually(() => expect(toldAt(path).map(({ id }) => id)).toContain(lastOne[0]?.event_id), {
      timeoutMs: 15_000,
    });
    const gone = await missed();
    expect(gone - before).toBeGreaterThan(0);
    expect(toldAt(path)).toHaveLength(first.length + slow.length + ahead.length - (gone - before));
  });

  it('is held up by no click that comes in two batches', async () => {
    const { caller, path, first } = await toldOnce();
    const repeated = aClick(caller.workspace_id);
    const [one, other, next] = [aClick(caller.workspace_id), aClick(caller.workspace_id), aClick(caller.workspace_id)];
    await shipped([repeated, one]);
    await told(path, [...first, repeated, one]);
    await shipped([repeated, other]);
    await told(path, [...first, repeated, one, repeated, other]);
    await shipped([next]);
    await told(path, [...first, repeated, one, repeated, other, next]);
    expect(receiver.at(path)).toHaveLength(4);
  });

  it('asks analytics once for many accounts', async () => {
    const callers = await Promise.all(Array.from({ length: 20 }, () => member()));
    const paths = callers.map(() => newPath());
    for (const [index, caller] of callers.entries()) await listening(caller, paths[index] ?? '');
    const clicks = callers.map(({ workspace_id }) => aClick(workspace_id));
    const asked = analytics.asked;
    await shipped([...clicks, ...clicksOf(null, 50), aClick(uuidv7())]);
    for (const [index, click] of clicks.entries()) await told(paths[index] ?? '', [click]);
    expect(analytics.asked).toBe(asked + 1);
  });
});

describe('several processes', () => {
  it('begin to read only once another has ended, so that no click is left out', async () => {
    const { caller: former, path: formerPath, first } = await toldOnce();
    const ending = links.service.get<DataSource>(DataSource).createQueryRunner();
    await ending.startTransaction();
    // As `end` does, which saw that nobody wants clicks just before somebody did.
    await ending.query("SELECT pg_advisory_xact_lock(hashtextextended('linkway.links.webhook-clicks', 0))");
    await ending.query('DELETE FROM webhook_click_positions');
    const caller = await member();
    const path = newPath();
    const created = listening(caller, path);
    await eventually(async () =>
      expect(await links.query('SELECT 1 FROM webhooks WHERE workspace_id = $1', [caller.workspace_id])).toHaveLength(
        1,
      ),
    );
    // Time enough for whoever would not wait.
    await Promise.race([created, eventually(waitsForTurn)]);
    await ending.commitTransaction();
    await ending.release();
    await created;
    expect(await positions()).toHaveLength(1);
    await shippedAndTold(caller.workspace_id, path, []);
    await shippedAndTold(former.workspace_id, formerPath, first);
  });

  it('note no more messages for a webhook together than may wait', async () => {
    const caller = await member();
    const { id } = await listening(caller, newPath());
    await links.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source, next_attempt_at)
       SELECT gen_random_uuid(), $1, $2, 'link.clicked', gen_random_uuid(), now(), '{"clicks":[],"skipped":null}', now() + interval '1 hour'
       FROM generate_series(1, $3)`,
      [id, caller.workspace_id, MOST_CLICK_MESSAGES_WAITING - 1],
    );
    const notes = links.service.get<ClickNotesRepository>(ClickNotesRepository);
    const [listener] = await notes.listeners([caller.workspace_id]);
    if (!listener) throw new Error('nobody listens');
    const due = () => [{ listener, clicks: [described()] }];
    let second: Promise<void> = Promise.resolve();
    await notes.transaction(async (manager) => {
      await notes.note(due(), manager);
      second = notes.transaction((other) => notes.note(due(), other));
      await eventually(waitsForTurn);
    });
    await second;
    const [row] = await links.query<{ waiting: number; skipped: number }>(
      `SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'pending') AS waiting,
         clicks_skipped AS skipped FROM webhooks AS w WHERE id = $1`,
      [id],
    );
    expect(row).toEqual({ waiting: MOST_CLICK_MESSAGES_WAITING, skipped: 1 });
    await turn(id, false, caller);
  });
});

async function shippedAndTold(workspace: string, path: string, before: Click[]): Promise<void> {
  const clicks = clicksOf(workspace, 1);
  await shipped(clicks);
  await told(path, [...before, ...clicks]);
}

const described = () => ({
  id: uuidv7(),
  clicked_at: new Date().toISOString(),
  link_id: uuidv7(),
  short_code: 'summer',
  host: 'go.example',
  country: 'VN',
  device: 'mobile',
  browser: 'chrome',
  referrer: '',
  kind: 'human' as const,
});

async function waitsForTurn(): Promise<void> {
  expect(await links.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).not.toEqual([]);
}
