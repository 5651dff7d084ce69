import { FORMER_SECRET_HOURS, MOST_WEBHOOKS } from '@linkway/contracts';
import { REMOVED_AT_ONCE } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Webhook } from './webhook.entity.js';

const SHOWN = `id, workspace_id, user_id, url, description, events, bot_clicks, is_active, disabled_reason, disabled_at, notice_due, failing_since,
  dropped_count, former_secret_until, created_at, updated_at`;

export type NewWebhookRow = Pick<
  Webhook,
  'id' | 'workspace_id' | 'user_id' | 'url' | 'description' | 'events' | 'bot_clicks' | 'secret'
>;
export type WebhookChange = Partial<Pick<Webhook, 'url' | 'description' | 'events' | 'bot_clicks' | 'is_active'>>;

/** Webhooks of one workspace each. */
@Injectable()
export class WebhookRepository {
  constructor(@InjectRepository(Webhook) private readonly webhooks: Repository<Webhook>) {}

  /** Newest first. */
  list(workspaceId: string): Promise<Webhook[]> {
    return this.webhooks.query(
      `SELECT ${SHOWN} FROM webhooks WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC`,
      [workspaceId],
    );
  }

  async find(workspaceId: string, id: string): Promise<Webhook | null> {
    const [row] = await this.webhooks.query<Webhook[]>(
      `SELECT ${SHOWN} FROM webhooks WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id],
    );
    return row ?? null;
  }

  /** As it is until the transaction ends. */
  async hold(workspaceId: string, id: string, manager: EntityManager): Promise<Webhook | null> {
    const [row] = await manager.query<Webhook[]>(
      `SELECT ${SHOWN} FROM webhooks WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`,
      [workspaceId, id],
    );
    return row ?? null;
  }

  /** Those of a workspace that were made until then, a moment more included; as they are until the transaction ends. */
  holdMadeUntil(workspaceId: string, until: Date, manager: EntityManager): Promise<Webhook[]> {
    return manager.query(
      `SELECT ${SHOWN} FROM webhooks WHERE workspace_id = $1 AND created_at <= $2::timestamptz + interval '1 minute'
       ORDER BY id FOR NO KEY UPDATE`,
      [workspaceId, until],
    );
  }

  /** Of all workspaces, in order. */
  async idsAfter(id: string | null, most: number): Promise<string[]> {
    const rows = await this.webhooks.query<{ id: string }[]>(
      'SELECT id FROM webhooks WHERE $1::uuid IS NULL OR id > $1::uuid ORDER BY id LIMIT $2',
      [id, most],
    );
    return rows.map((row) => row.id);
  }

  async isPremium(workspaceId: string, manager: EntityManager = this.webhooks.manager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT 1 FROM workspaces WHERE workspace_id = $1 AND subscription_type = 'premium'`,
      [workspaceId],
    );
    return rows.length > 0;
  }

  /** Of those who make some at once for a workspace none goes beyond the most; null: there are so many. */
  async add(row: NewWebhookRow, manager: EntityManager): Promise<Webhook | null> {
    await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('linkway.links.webhooks ' || $1, 0))", [
      row.workspace_id,
    ]);
    if ((await manager.countBy(Webhook, { workspace_id: row.workspace_id })) >= MOST_WEBHOOKS) return null;
    const [added] = await manager.query<Webhook[]>(
      `INSERT INTO webhooks (id, workspace_id, user_id, url, description, events, secret, bot_clicks)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${SHOWN}`,
      [row.id, row.workspace_id, row.user_id, row.url, row.description, row.events, row.secret, row.bot_clicks],
    );
    return added ?? null;
  }

  /** What is not there stays. One that is turned on, or leads elsewhere, has all its tries before it. */
  async change({ workspace_id, id }: Webhook, change: WebhookChange, manager: EntityManager): Promise<Webhook> {
    const [rows] = await manager.query<[Webhook[], number]>(
      `UPDATE webhooks SET url = coalesce($3, url), description = coalesce($4, description), events = coalesce($5::text[], events),
         bot_clicks = coalesce($7::boolean, bot_clicks),
         disabled_at = CASE WHEN $6::boolean IS NULL OR $6 = is_active THEN disabled_at WHEN $6 THEN NULL ELSE now() END,
         disabled_reason = CASE WHEN $6::boolean IS NULL OR $6 = is_active THEN disabled_reason WHEN $6 THEN NULL ELSE 'owner' END,
         notice_due = notice_due AND $6::boolean IS NOT TRUE,
         failing_since = CASE WHEN ($6 AND NOT is_active) OR $3 <> url THEN NULL ELSE failing_since END,
         is_active = coalesce($6::boolean, is_active), updated_at = now()
       WHERE workspace_id = $1 AND id = $2 RETURNING ${SHOWN}`,
      [
        workspace_id,
        id,
        change.url ?? null,
        change.description ?? null,
        change.events ?? null,
        change.is_active ?? null,
        change.bot_clicks ?? null,
      ],
    );
    return found(rows);
  }

  /**
   * The one that it had signs as well for a while, and so does the one before that, whose receivers have their day too. null: there are two such
   * already.
   */
  async rotate({ workspace_id, id }: Webhook, secret: Buffer, manager: EntityManager): Promise<Webhook | null> {
    const [rows] = await manager.query<[Webhook[], number]>(
      `UPDATE webhooks SET earlier_secret = CASE WHEN former_secret_until > now() THEN former_secret END,
         earlier_secret_until = CASE WHEN former_secret_until > now() THEN former_secret_until END,
         former_secret = secret, former_secret_until = now() + make_interval(hours => $4), secret = $3, updated_at = now()
       WHERE workspace_id = $1 AND id = $2 AND (earlier_secret_until IS NULL OR earlier_secret_until <= now()) RETURNING ${SHOWN}`,
      [workspace_id, id, secret, FORMER_SECRET_HOURS],
    );
    return rows[0] ?? null;
  }

  /** Some whose secret another key sealed, in order after one. A former secret is over within a day, and is left as it is. */
  sealedOtherwise(keyId: Buffer, after: string | null, most: number): Promise<Pick<Webhook, 'id' | 'secret'>[]> {
    return this.webhooks.query(
      `SELECT id, secret FROM webhooks
       WHERE substring(secret FROM 2 FOR length($1::bytea)) <> $1::bytea AND ($2::uuid IS NULL OR id > $2::uuid) ORDER BY id LIMIT $3`,
      [keyId, after, most],
    );
  }

  /** Not where it has been given a new one meanwhile. */
  async reseal({ id, secret }: Pick<Webhook, 'id' | 'secret'>, anew: Buffer): Promise<void> {
    await this.webhooks.query('UPDATE webhooks SET secret = $3 WHERE id = $1 AND secret = $2', [id, secret, anew]);
  }

  /** With its deliveries. A change under way may note one more, and a large one may just have noted many, which cleaning finds. */
  async remove({ workspace_id, id }: Webhook, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM webhooks WHERE workspace_id = $1 AND id = $2', [workspace_id, id]);
    await manager.query(
      `DELETE FROM webhook_deliveries WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY created_at, id LIMIT $2 FOR UPDATE))`,
      [id, REMOVED_AT_ONCE],
    );
  }

  /** Of those whose plan has ended: nothing is sent to them, so nothing goes wrong, for however long. */
  async forgetFailing(): Promise<void> {
    await this.webhooks.query(
      `UPDATE webhooks SET failing_since = NULL WHERE failing_since IS NOT NULL AND is_active AND NOT EXISTS (
         SELECT FROM workspaces WHERE workspaces.workspace_id = webhooks.workspace_id AND subscription_type = 'premium')`,
    );
  }

  /** Turned off as nothing was received, and their owners are to be told. */
  dueNotices(most: number): Promise<Webhook[]> {
    return this.webhooks.query(`SELECT ${SHOWN} FROM webhooks WHERE notice_due ORDER BY id LIMIT $1`, [most]);
  }

  async noticed({ workspace_id, id, disabled_at }: Webhook): Promise<void> {
    await this.webhooks.query(
      `UPDATE webhooks SET notice_due = false
       WHERE workspace_id = $1 AND id = $2 AND date_trunc('milliseconds', disabled_at) IS NOT DISTINCT FROM $3`,
      [workspace_id, id, disabled_at],
    );
  }
}

function found(rows: readonly Webhook[]): Webhook {
  const [row] = rows;
  if (!row) throw new Error('a webhook that was held is gone');
  return row;
}
