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

  /** Clicks of one webhook's account, oldest first. What is beyond a bound is counted, and told with the next that is not. */
  async note(webhookId: string, clicks: readonly WebhookClick[], manager: EntityManager): Promise<void> {
    const [counts] = await manager.query<Counts[]>(
      `SELECT ${COUNTS} FROM webhooks AS w WHERE w.id = $1 AND ${LISTENS} FOR NO KEY UPDATE OF w`,
      [webhookId],
    );
    // It was turned off, changed or deleted in this moment.
    if (!counts) return;
    const room = (MOST_CLICK_MESSAGES_WAITING - counts.waiting) * MOST_CLICKS_IN_MESSAGE;
    const listed = clicks.slice(0, Math.max(0, Math.min(room, counts.left)));
    const beyond = clicks[listed.length];
    let skipped = skippedOf(counts);
    for (let start = 0; start < listed.length; start += MOST_CLICKS_IN_MESSAGE) {
      await this.add(counts, listed.slice(start, start + MOST_CLICKS_IN_MESSAGE), skipped, manager);
      skipped = null;
    }
    await manager.query(
      `UPDATE webhooks SET
         clicks_listed = $2 + CASE WHEN clicks_hour = date_trunc('hour', now()) THEN clicks_listed ELSE 0 END,
         clicks_hour = date_trunc('hour', now()),
         clicks_skipped = $3, clicks_skipped_since = $4
       WHERE id = $1`,
      [
        webhookId,
        listed.length,
        (skipped?.count ?? 0) + clicks.length - listed.length,
        skipped?.since ?? beyond?.clicked_at ?? null,
      ],
    );
  }

  /** Tells by number what was skipped, where no message with clicks is going to. */
  async tellSkipped(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const due = await manager.query<Counts[]>(
        `SELECT ${COUNTS} FROM webhooks AS w
         WHERE w.clicks_skipped > 0 AND ${LISTENS} AND coalesce(w.clicks_counted_at, w.clicks_skipped_since) <= now() - ${COUNTED_EVERY}
           AND ${WAITING} < ${MOST_CLICK_MESSAGES_WAITING}
         ORDER BY w.id LIMIT ${COUNTED_AT_ONCE} FOR NO KEY UPDATE OF w SKIP LOCKED`,
      );
      for (const counts of due) {
        await this.add(counts, [], skippedOf(counts), manager);
        await manager.query(
          `UPDATE webhooks SET clicks_skipped = 0, clicks_skipped_since = NULL, clicks_counted_at = now() WHERE id = $1`,
          [counts.id],
        );
      }
      return due.length > 0;
    });
  }

  /** One message. */
  private async add(
    { id, workspace_id }: Listener,
    clicks: readonly WebhookClick[],
    skipped: SkippedClicks | null,
    manager: EntityManager,
  ): Promise<void> {
    const [first] = clicks;
    await manager.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source)
       VALUES (gen_random_uuid(), $1, $2, 'link.clicked', $3, $4, $5::jsonb)`,
      [
        id,
        workspace_id,
        // Of its own: the position makes it once, and a click that comes in two batches may be the first of two messages.
        uuidv7(),
        first?.clicked_at ?? skipped?.since,
        JSON.stringify({ clicks, skipped }),
      ],
    );
  }
}

const skippedOf = ({ skipped, skipped_since }: Counts): SkippedClicks | null =>
  skipped > 0 && skipped_since ? { count: skipped, since: skipped_since.toISOString() } : null;
