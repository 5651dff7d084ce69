import { REMOVED_AT_ONCE } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { SENDS } from './sends.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';

/** The webhooks of some deliveries, found by steps through an index, however many deliveries each has. */
const webhooksOf = (which: string): string => `
  WITH RECURSIVE noted (webhook_id) AS (
    (SELECT webhook_id FROM webhook_deliveries WHERE ${which} ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT webhook_id FROM webhook_deliveries WHERE ${which} AND webhook_id > noted.webhook_id ORDER BY webhook_id LIMIT 1)
    FROM noted WHERE noted.webhook_id IS NOT NULL)`;

const WAITS = `state = 'pending' AND NOT is_held`;
const IS_HELD = `state = 'pending' AND is_held`;

/**
 * Deliveries that wait while their webhook is off or its plan has ended. Whoever looks for what is due, each second, would step over each of those
 * webhooks; so they are held apart, which is looked at once a minute.
 */
@Injectable()
export class HeldRepository {
  constructor(@InjectRepository(WebhookDelivery) private readonly deliveries: Repository<WebhookDelivery>) {}

  /** 0: there are more. */
  async hold(): Promise<0 | undefined> {
    return this.move(
      `${webhooksOf(WAITS)}
       SELECT d.ctid FROM noted JOIN webhooks AS w ON w.id = noted.webhook_id AND NOT (${SENDS})
       JOIN webhook_deliveries AS d ON d.webhook_id = w.id AND d.state = 'pending' AND NOT d.is_held
       LIMIT $1 FOR UPDATE OF d SKIP LOCKED`,
      true,
    );
  }

  /** Of those that are sent again; 0: there are more. */
  async release(): Promise<0 | undefined> {
    return this.move(
      `${webhooksOf(IS_HELD)}
       SELECT d.ctid FROM noted JOIN webhooks AS w ON w.id = noted.webhook_id AND ${SENDS}
       JOIN webhook_deliveries AS d ON d.webhook_id = w.id AND d.state = 'pending' AND d.is_held
       LIMIT $1 FOR UPDATE OF d SKIP LOCKED`,
      false,
    );
  }

  /** All of one that is turned on at this moment. */
  async releaseOf(webhookId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE webhook_deliveries SET is_held = false WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM webhook_deliveries WHERE webhook_id = $1 AND ${IS_HELD} ORDER BY created_at, id FOR UPDATE))`,
      [webhookId],
    );
  }

  private async move(found: string, isHeld: boolean): Promise<0 | undefined> {
    const [, moved] = await this.deliveries.query<[unknown[], number]>(
      `UPDATE webhook_deliveries SET is_held = $2 WHERE ctid = ANY(ARRAY(${found}))`,
      [REMOVED_AT_ONCE, isHeld],
    );
    return moved === REMOVED_AT_ONCE ? 0 : undefined;
  }
}
