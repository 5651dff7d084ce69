import {
  type EventData,
  type linkLimitReached,
  MOST_CLICK_DELIVERIES,
  MOST_WEBHOOK_DELIVERIES,
  WEBHOOK_DELIVERIES_KEPT_DAYS,
  type WebhookDeliveryState,
} from '@linkway/contracts';
import { REMOVED_AT_ONCE, removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { LEASE } from './delivery-queue.repository.js';
import type { MessageData } from './message.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** Of a webhook. */
const TESTS_AT_ONCE = 4;
/** As its indices say it. */
const OF_CLICKS = `event = 'link.clicked'`;

export interface Listed {
  state: WebhookDeliveryState | null;
  startingAfter: string | null;
  limit: number;
}

/** The log of what was sent to a webhook, and is to be. */
@Injectable()
export class DeliveryRepository {
  constructor(@InjectRepository(WebhookDelivery) private readonly deliveries: Repository<WebhookDelivery>) {}

  /** Newest first. */
  list(webhookId: string, { state, startingAfter, limit }: Listed): Promise<WebhookDelivery[]> {
    return this.deliveries.query(
      `SELECT * FROM webhook_deliveries
       WHERE webhook_id = $1 AND ($2::text IS NULL OR state = $2)
         AND ($3::uuid IS NULL OR (created_at, id) < (SELECT created_at, id FROM webhook_deliveries WHERE id = $3 AND webhook_id = $1))
       ORDER BY created_at DESC, id DESC LIMIT $4`,
      [webhookId, state, startingAfter, limit],
    );
  }

  find(webhookId: string, id: string): Promise<WebhookDelivery | null> {
    return this.deliveries.findOneBy({ webhook_id: webhookId, id });
  }

  /** null: it is being sent right now. */
  async replay({ id }: WebhookDelivery, manager: EntityManager): Promise<WebhookDelivery | null> {
    const [rows] = await manager.query<[WebhookDelivery[], number]>(
      `UPDATE webhook_deliveries SET state = 'pending', step = 0, next_attempt_at = now(), is_held = false
       WHERE id = $1 AND NOT (state = 'pending' AND attempts > 0 AND next_attempt_at > now()
         AND last_attempt_at > now() - ${LEASE} AND next_attempt_at = last_attempt_at + ${LEASE})
       RETURNING *`,
      [id],
    );
    return rows[0] ?? null;
  }

  /** In the hands of whoever adds it, to be tried once; false: there are tests enough of the webhook under way. */
  async addTest(
    row: Pick<WebhookDelivery, 'id' | 'webhook_id' | 'workspace_id' | 'event' | 'source'>,
    step: number,
    manager: EntityManager,
  ): Promise<boolean> {
    const added = await manager.query<unknown[]>(
      `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source, attempts, step,
         last_attempt_at, next_attempt_at)
       SELECT $1, $2, $3, $4::text, $1, now(), $5::jsonb, 1, $6, now(), now() + ${LEASE}
       WHERE (SELECT count(*) FROM webhook_deliveries
         WHERE webhook_id = $2 AND event_id = id AND state = 'pending' AND next_attempt_at > now()) < ${TESTS_AT_ONCE}
       RETURNING 1`,
      [row.id, row.webhook_id, row.workspace_id, row.event, JSON.stringify(row.source), step],
    );
    return added.length > 0;
  }

  /** For each webhook of the account that is told of it: once for each limit of a link, however often redirect says it. */
  async noteLimit(
    limit: EventData<typeof linkLimitReached>,
    message: MessageData<'link.limit_reached'>,
    manager: EntityManager,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, event, event_id, occurred_at, source)
       SELECT gen_random_uuid(), w.id, w.workspace_id, 'link.limit_reached', md5($2)::uuid, $3, $4::jsonb
       FROM webhooks AS w JOIN workspaces ON workspaces.workspace_id = w.workspace_id AND subscription_type = 'premium'
       WHERE w.workspace_id = $1 AND w.is_active AND 'link.limit_reached' = ANY (w.events)
       ON CONFLICT (webhook_id, event_id) DO NOTHING`,
      [limit.workspace_id, `${limit.link_id} ${limit.max_clicks}`, limit.reached_at, JSON.stringify(message)],
    );
  }

  /** Some that are old; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.deliveries, {
      table: 'webhook_deliveries',
      by: 'created_at',
      where: `< now() - interval '${WEBHOOK_DELIVERIES_KEPT_DAYS} days'`,
    });
  }

  /**
   * Some of those beyond the most of these webhooks, clicks apart; what of them had not been sent yet is counted with the webhook. 0: there are more. A
   * webhook that another process looks after at this moment is left to it. What goes is read webhook by webhook: for a join PostgreSQL would read the
   * deliveries of everybody.
   */
  async removeTooMany(webhookIds: readonly string[]): Promise<0 | undefined> {
    const [removed] = await this.deliveries.query<{ count: number }[]>(
      // Those that may have too many are found in the index alone; of most there is no row to read.
      `WITH many AS MATERIALIZED (
         SELECT one.webhook_id FROM unnest($1::uuid[]) AS given (id), LATERAL (
           SELECT webhook_id FROM webhook_deliveries WHERE webhook_id = given.id
           ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1) AS one),
       last AS MATERIALIZED (
         SELECT one.webhook_id, one.created_at, one.id FROM many, LATERAL (
           SELECT webhook_id, created_at, id FROM webhook_deliveries WHERE webhook_id = many.webhook_id AND NOT ${OF_CLICKS}
           ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1) AS one),
       held AS MATERIALIZED (
         SELECT last.* FROM last JOIN webhooks ON webhooks.id = last.webhook_id FOR NO KEY UPDATE OF webhooks SKIP LOCKED),
       gone AS (
         DELETE FROM webhook_deliveries WHERE ctid = ANY(ARRAY(
           SELECT d.ctid FROM held, LATERAL (
             SELECT ctid FROM webhook_deliveries
             WHERE webhook_id = held.webhook_id AND NOT ${OF_CLICKS} AND (created_at, id) <= (held.created_at, held.id)
             ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED) AS d
           LIMIT $3))
         RETURNING webhook_id, state),
       counted AS (
         UPDATE webhooks SET dropped_count = dropped_count + unsent.count
         FROM (SELECT webhook_id, count(*)::int AS count FROM gone WHERE state = 'pending' GROUP BY webhook_id) AS unsent
         WHERE webhooks.id = unsent.webhook_id)
       SELECT count(*)::int AS count FROM gone`,
      [webhookIds, MOST_WEBHOOK_DELIVERIES, REMOVED_AT_ONCE],
    );
    return removed?.count === REMOVED_AT_ONCE ? 0 : undefined;
  }

  /**
   * The same of clicks, of which a link that everybody visits makes one a second and more: they push out nothing but older ones. Those that wait
   * are bounded where they are noted.
   */
  async removeClicks(webhookIds: readonly string[]): Promise<0 | undefined> {
    const [, removed] = await this.deliveries.query<[unknown[], number]>(
      `WITH last AS MATERIALIZED (
         SELECT one.* FROM unnest($1::uuid[]) AS given (id), LATERAL (
           SELECT webhook_id, created_at, id FROM webhook_deliveries
           WHERE webhook_id = given.id AND ${OF_CLICKS} AND state <> 'pending'
           ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1) AS one)
       DELETE FROM webhook_deliveries WHERE ctid = ANY(ARRAY(
         SELECT d.ctid FROM last, LATERAL (
           SELECT ctid FROM webhook_deliveries
           WHERE webhook_id = last.webhook_id AND ${OF_CLICKS} AND state <> 'pending' AND (created_at, id) <= (last.created_at, last.id)
           ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED) AS d
         LIMIT $3))`,
      [webhookIds, MOST_CLICK_DELIVERIES, REMOVED_AT_ONCE],
    );
    return removed === REMOVED_AT_ONCE ? 0 : undefined;
  }

  /** Some of what was noted while its webhook was being deleted; 0: there is more. The webhooks are found by steps through the index. */
  async removeStray(): Promise<0 | undefined> {
    const [, removed] = await this.deliveries.query<[unknown[], number]>(
      `DELETE FROM webhook_deliveries WHERE ctid = ANY(ARRAY(
         WITH RECURSIVE noted (webhook_id) AS (
           (SELECT webhook_id FROM webhook_deliveries ORDER BY webhook_id LIMIT 1)
           UNION ALL
           SELECT (SELECT next.webhook_id FROM webhook_deliveries AS next
                   WHERE next.webhook_id > noted.webhook_id ORDER BY next.webhook_id LIMIT 1)
           FROM noted WHERE noted.webhook_id IS NOT NULL)
         SELECT d.ctid FROM noted
         JOIN webhook_deliveries AS d ON d.webhook_id = noted.webhook_id AND d.created_at < now() - interval '1 hour'
         WHERE NOT EXISTS (SELECT FROM webhooks WHERE webhooks.id = noted.webhook_id)
         LIMIT $1 FOR UPDATE OF d SKIP LOCKED))`,
      [REMOVED_AT_ONCE],
    );
    return removed === REMOVED_AT_ONCE ? 0 : undefined;
  }
}
