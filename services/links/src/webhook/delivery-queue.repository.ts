import { WEBHOOK_FAILING_DAYS } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import type { Webhook } from './webhook.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** Longer than a receiver is given. */
export const LEASE = "interval '1 minute'";
/** Of a webhook at once: one where the last one did not go well, else a few. */
const AT_ONCE = 4;

/** A delivery in the hands of this process, with what it takes to send it. `attempts` counts this one, too. */
export type LeasedDelivery = Pick<
  WebhookDelivery,
  'id' | 'webhook_id' | 'workspace_id' | 'event' | 'occurred_at' | 'source' | 'attempts' | 'step'
> &
  Pick<Webhook, 'url' | 'secret'> & {
    /** Those that it was replaced for, within a day. */
    former_secrets: Buffer[];
    is_failing: boolean;
  };

/** What came of an attempt. */
export interface Attempt {
  response_status: number | null;
  response_ms: number;
  response_excerpt: string | null;
  /** null: it was received. */
  error: string | null;
}

const LEASED = `d.id, d.webhook_id, d.workspace_id, d.event, d.occurred_at, d.source, d.attempts, d.step, w.url, w.secret,
  array_remove(ARRAY[CASE WHEN w.former_secret_until > now() THEN w.former_secret END,
    CASE WHEN w.earlier_secret_until > now() THEN w.earlier_secret END], NULL) AS former_secrets,
  w.failing_since IS NOT NULL AS is_failing`;

/** What is to be sent, which any number of processes take from; each takes what no other has. */
@Injectable()
export class DeliveryQueueRepository {
  constructor(@InjectRepository(WebhookDelivery) private readonly deliveries: Repository<WebhookDelivery>) {}

  /**
   * Takes some that are due, of each webhook a few, but of none of `busy`: whoever is slow or has thousands waiting keeps back nobody else.
   * The webhooks that wait are found one after the other in the index, however much waits of each; what waits of those that are off, or whose plan
   * has ended, is held apart (`HeldRepository`).
   */
  async lease(most: number, failing: boolean, busy: readonly string[]): Promise<LeasedDelivery[]> {
    if (most <= 0) return [];
    const [rows] = await this.deliveries.query<[LeasedDelivery[], number]>(
      `WITH RECURSIVE waiting (webhook_id) AS (
         (SELECT webhook_id FROM webhook_deliveries WHERE state = 'pending' AND NOT is_held ORDER BY webhook_id LIMIT 1)
         UNION ALL
         SELECT (SELECT next.webhook_id FROM webhook_deliveries AS next
                 WHERE next.state = 'pending' AND NOT next.is_held AND next.webhook_id > waiting.webhook_id ORDER BY next.webhook_id LIMIT 1)
         FROM waiting WHERE waiting.webhook_id IS NOT NULL),
       due AS (
         SELECT one.id FROM waiting
         JOIN webhooks AS w ON w.id = waiting.webhook_id AND w.is_active AND (w.failing_since IS NOT NULL) = $2::boolean
           AND w.id <> ALL ($3::uuid[])
         JOIN workspaces ON workspaces.workspace_id = w.workspace_id AND workspaces.subscription_type = 'premium'
         CROSS JOIN LATERAL (
           SELECT id, next_attempt_at FROM webhook_deliveries
           WHERE webhook_id = w.id AND state = 'pending' AND NOT is_held AND next_attempt_at <= now()
           ORDER BY next_attempt_at LIMIT CASE WHEN $2::boolean THEN 1 ELSE ${AT_ONCE} END FOR UPDATE SKIP LOCKED) AS one
         ORDER BY one.next_attempt_at LIMIT $1)
       UPDATE webhook_deliveries AS d SET attempts = d.attempts + 1, last_attempt_at = now(), next_attempt_at = now() + ${LEASE}
       FROM due, webhooks AS w WHERE d.id = due.id AND w.id = d.webhook_id
       RETURNING ${LEASED}`,
      [most, failing, busy],
    );
    return rows;
  }

  /** The one, as if it had been leased. */
  async leased(id: string, manager: EntityManager): Promise<LeasedDelivery | null> {
    const [row] = await manager.query<LeasedDelivery[]>(
      `SELECT ${LEASED} FROM webhook_deliveries AS d JOIN webhooks AS w ON w.id = d.webhook_id WHERE d.id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** In how many milliseconds one may be due; null: nothing waits, and no webhook is there to wait for. */
  async nextDueMs(): Promise<number | null> {
    const [row] = await this.deliveries.query<{ some: boolean }[]>(
      'SELECT EXISTS (SELECT FROM webhooks WHERE is_active) AS some',
    );
    return row?.some ? 1_000 : null;
  }

  /** It was received. */
  async succeed(one: LeasedDelivery, attempt: Attempt): Promise<void> {
    await this.settle(one, attempt, 'succeeded', null);
    await this.deliveries.query(
      'UPDATE webhooks SET failing_since = NULL WHERE workspace_id = $1 AND id = $2 AND failing_since IS NOT NULL',
      [one.workspace_id, one.webhook_id],
    );
  }

  /** It was not, which says nothing of an address that the webhook has been given meanwhile. `againInMs`: null for the last time. */
  async fail(one: LeasedDelivery, attempt: Attempt, againInMs: number | null): Promise<void> {
    await this.settle(one, attempt, againInMs === null ? 'failed' : 'pending', againInMs);
    await this.deliveries.query(
      `UPDATE webhooks SET failing_since = coalesce(failing_since, now())
       WHERE workspace_id = $1 AND id = $2 AND is_active AND url = $3`,
      [one.workspace_id, one.webhook_id, one.url],
    );
  }

  /** The receiver is gone for good; not the one that the webhook leads to now, if that is another. */
  async turnOffGone({ workspace_id, webhook_id, url }: LeasedDelivery): Promise<void> {
    await this.deliveries.query(
      `UPDATE webhooks SET is_active = false, disabled_reason = 'gone', disabled_at = now(), updated_at = now()
       WHERE workspace_id = $1 AND id = $2 AND is_active AND url = $3`,
      [workspace_id, webhook_id, url],
    );
  }

  /** Where nothing went well for days; true: it was this that turned it off. */
  async turnOffFailing({ workspace_id, webhook_id }: LeasedDelivery): Promise<boolean> {
    const [, count] = await this.deliveries.query<[unknown[], number]>(
      `UPDATE webhooks SET is_active = false, disabled_reason = 'failing', disabled_at = now(), notice_due = true, updated_at = now()
       WHERE workspace_id = $1 AND id = $2 AND is_active AND failing_since <= now() - make_interval(days => $3)`,
      [workspace_id, webhook_id, WEBHOOK_FAILING_DAYS],
    );
    return count > 0;
  }

  /** Only of the attempt that it is of: it may have been taken anew meanwhile, or replayed. */
  private async settle(
    { id, attempts }: LeasedDelivery,
    { response_status, response_ms, response_excerpt, error }: Attempt,
    state: string,
    againInMs: number | null,
  ): Promise<void> {
    await this.deliveries.query(
      `UPDATE webhook_deliveries SET state = $3, response_status = $4, response_ms = $5, response_excerpt = $6, error = $7,
         step = step + 1, next_attempt_at = now() + make_interval(secs => $8::float8 / 1000)
       WHERE id = $1 AND attempts = $2 AND state = 'pending'`,
      [id, attempts, state, response_status, response_ms, response_excerpt, error, againInMs ?? 0],
    );
  }
}
