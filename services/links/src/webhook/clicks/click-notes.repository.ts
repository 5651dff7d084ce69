import {
  MOST_CLICK_MESSAGES_WAITING,
  MOST_CLICKS_IN_MESSAGE,
  MOST_CLICKS_LISTED_AN_HOUR,
  type SkippedClicks,
  type WebhookClick,
} from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { LISTENS } from '../sends.js';

/** A webhook that is told of clicks. */
export interface Listener {
  id: string;
  workspace_id: string;
  bot_clicks: boolean;
}

/** What it is to be told. */
export interface Due {
  listener: Listener;
  clicks: readonly WebhookClick[];
}

interface Message {
  to: Listener;
  clicks: readonly WebhookClick[];
  skipped: SkippedClicks | null;
}

/** What is written down of a webhook. `since`: when the first of the skipped was. */
interface Counted {
  id: string;
  listed: number;
  skipped: number;
  since: string | null;
}

interface Counts extends Listener {
  /** May still be listed within this hour. */
  left: number;
  waiting: number;
  skipped: number;
  skipped_since: Date | null;
}

/** Clicks that are told by number alone are so at most so often, where none are listed. */
const COUNTED_EVERY = "interval '1 minute'";
const COUNTED_AT_ONCE = 100;

const WAITING = `(SELECT count(*)::int FROM (
  SELECT 1 FROM webhook_deliveries WHERE webhook_id = w.id AND state = 'pending' AND event = 'link.clicked'
  LIMIT ${MOST_CLICK_MESSAGES_WAITING}) AS waiting)`;
const COUNTS = `w.id, w.workspace_id, w.bot_clicks, w.clicks_skipped AS skipped, w.clicks_skipped_since AS skipped_since,
  ${MOST_CLICKS_LISTED_AN_HOUR} - CASE WHEN w.clicks_hour = date_trunc('hour', now()) THEN w.clicks_listed ELSE 0 END AS left,
  ${WAITING} AS waiting`;

/** Notes clicks for the webhooks that are told of them, within bounds: a link that everybody visits may not fill the database. */
@Injectable()
export class ClickNotesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Those of these accounts, as they are at this moment. */
  listeners(workspaceIds: readonly string[]): Promise<Listener[]> {
    return this.database.query(
      `SELECT w.id, w.workspace_id, w.bot_clicks FROM webhooks AS w WHERE w.workspace_id = ANY ($1::uuid[]) AND ${LISTENS}`,
      [workspaceIds],
    );
  }

  transaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(work);
  }

  /**
   * Clicks of each webhook's account, oldest first; however many webhooks, in a few statements. What is beyond a bound is counted, and told with the
   * next that is not.
   */
  async note(due: readonly Due[], manager: EntityManager): Promise<void> {
    const clicksOf = new Map(due.map(({ listener, clicks }) => [listener.id, clicks]));
    if (clicksOf.size === 0) return;
    // In one order, so that two shards never wait for each other. One that was turned off, changed or deleted in this moment is not there.
    const held = await manager.query<{ id: string }[]>(
      `SELECT w.id FROM webhooks AS w WHERE w.id = ANY ($1::uuid[]) AND ${LISTENS} ORDER BY w.id FOR NO KEY UPDATE OF w`,
      [[...clicksOf.keys()]],
    );
    const messages: Message[] = [];
    const counted: Counted[] = [];
    for (const counts of await countsOf(held, manager)) {
      const clicks = clicksOf.get(counts.id) ?? [];
      const room = (MOST_CLICK_MESSAGES_WAITING - counts.waiting) * MOST_CLICKS_IN_MESSAGE;
      const listed = clicks.slice(0, Math.max(0, Math.min(room, counts.left)));
      const beyond = clicks[listed.length];
      let skipped = skippedOf(counts);
      for (let start = 0; start < listed.length; start += MOST_CLICKS_IN_MESSAGE) {
        messages.push({ to: counts, clicks: listed.slice(start, start + MOST_CLICKS_IN_MESSAGE), skipped });
        skipped = null;
      }
      counted.push({
        id: counts.id,
        listed: listed.length,
        skipped: (skipped?.count ?? 0) + clicks.length - listed.length,
        since: skipped?.since ?? beyond?.clicked_at ?? null,
      });
    }
    await add(messages, manager);
    await manager.query(
      `UPDATE webhooks SET
         clicks_listed = given.listed + CASE WHEN clicks_hour = date_trunc('hour', now()) THEN clicks_listed ELSE 0 END,
         clicks_hour = date_trunc('hour', now()), clicks_skipped = given.skipped, clicks_skipped_since = given.since
       FROM unnest($1::uuid[], $2::int[], $3::int[], $4::timestamptz[]) AS given (id, listed, skipped, since)
       WHERE webhooks.id = given.id`,
      [
        counted.map(({ id }) => id),
        counted.map(({ listed }) => listed),
        counted.map(({ skipped }) => skipped),
        counted.map(({ since }) => since),
      ],
    );
  }

  /** Tells by number what was skipped, where no message with clicks is going to. */
  async tellSkipped(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const held = await manager.query<{ id: string }[]>(
        `SELECT w.id FROM webhooks AS w
         WHERE w.clicks_skipped > 0 AND ${LISTENS} AND coalesce(w.clicks_counted_at, w.clicks_skipped_since) <= now() - ${COUNTED_EVERY}
           AND ${WAITING} < ${MOST_CLICK_MESSAGES_WAITING}
         ORDER BY w.id LIMIT ${COUNTED_AT_ONCE} FOR NO KEY UPDATE OF w SKIP LOCKED`,
      );
      const due = (await countsOf(held, manager)).filter(({ waiting }) => waiting < MOST_CLICK_MESSAGES_WAITING);
      if (due.length === 0) return false;
      await add(
        due.map((counts) => ({ to: counts, clicks: [], skipped: skippedOf(counts) })),
        manager,
      );
      await manager.query(
        `UPDATE webhooks SET clicks_skipped = 0, clicks_skipped_since = NULL, clicks_counted_at = now() WHERE id = ANY ($1::uuid[])`,
        [due.map(({ id }) => id)],
      );
      return true;
    });
  }
}

/** Of webhooks that are locked: what waits was noted by whoever had them before, which a statement that waited for them would not see. */
const countsOf = async (held: readonly { id: string }[], manager: EntityManager): Promise<Counts[]> =>
  held.length === 0
    ? []
    : manager.query<Counts[]>(`SELECT ${COUNTS} FROM webhooks AS w WHERE w.id = ANY ($1::uuid[])`, [
        held.map(({ id }) => id),
      ]);

async function add(messages: readonly Message[], manager: EntityManager): Promise<void> {
  if (messages.length === 0) return;
  await manager.query(
    `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source)
     SELECT gen_random_uuid(), webhook_id, workspace_id, 'link.clicked', event_id, occurred_at, source::jsonb
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[])
       AS given (webhook_id, workspace_id, event_id, occurred_at, source)`,
    [
      messages.map(({ to }) => to.id),
      messages.map(({ to }) => to.workspace_id),
      // Of their own: the position makes them once, and a click that comes in two batches may be the first of two messages.
      messages.map(() => uuidv7()),
      messages.map(({ clicks, skipped }) => clicks[0]?.clicked_at ?? skipped?.since),
      messages.map(({ clicks, skipped }) => JSON.stringify({ clicks, skipped })),
    ],
  );
}

const skippedOf = ({ skipped, skipped_since }: Counts): SkippedClicks | null =>
  skipped > 0 && skipped_since ? { count: skipped, since: skipped_since.toISOString() } : null;
