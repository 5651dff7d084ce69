import { createHash } from 'node:crypto';
import { MOST_PUSH_BROWSERS } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { PushSubscription } from './push-subscription.entity.js';

export type NewSubscription = Pick<
  PushSubscription,
  'id' | 'user_id' | 'session_id' | 'endpoint' | 'p256dh' | 'auth' | 'user_agent'
>;

@Injectable()
export class PushSubscriptionRepository {
  constructor(@InjectRepository(PushSubscription) private readonly subscriptions: Repository<PushSubscription>) {}

  /** This session's first, then the newest. */
  list(userId: string, sessionId: string): Promise<PushSubscription[]> {
    return this.subscriptions
      .createQueryBuilder('subscription')
      .where('subscription.user_id = :userId', { userId })
      .orderBy('subscription.session_id = :sessionId', 'DESC')
      .addOrderBy('subscription.id', 'DESC')
      .setParameter('sessionId', sessionId)
      .getMany();
  }

  /**
   * A browser that is there already, by its endpoint and keys, is this account's and session's from now on. `full`: the account has as many as it may, also
   * when several come at once; `other`: the endpoint is there with other keys, so whoever asks is not its browser.
   */
  async add(row: NewSubscription, manager: EntityManager): Promise<string | 'full' | 'other'> {
    await manager.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [row.user_id]);
    const hash = createHash('sha256').update(row.endpoint).digest();
    const [count] = await manager.query<{ others: number }[]>(
      'SELECT count(*)::int AS others FROM push_subscriptions WHERE user_id = $1 AND endpoint_hash <> $2',
      [row.user_id, hash],
    );
    if ((count?.others ?? 0) >= MOST_PUSH_BROWSERS) return 'full';
    // As whoever ends it does: first the browser, then what is on its way to it.
    await manager.query('SELECT 1 FROM push_subscriptions WHERE endpoint_hash = $1 FOR NO KEY UPDATE', [hash]);
    // What was on its way to whoever had the browser before does not come to the next one.
    await manager.query(
      `DELETE FROM pushes USING push_subscriptions s WHERE subscription_id = s.id AND s.endpoint_hash = $1 AND s.user_id <> $2
         AND s.p256dh = $3 AND s.auth = $4`,
      [hash, row.user_id, row.p256dh, row.auth],
    );
    const [added] = await manager.query<{ id: string }[]>(
      `INSERT INTO push_subscriptions AS s (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, user_agent)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (endpoint_hash) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
         user_agent = excluded.user_agent WHERE s.p256dh = excluded.p256dh AND s.auth = excluded.auth
       RETURNING id`,
      [row.id, row.user_id, row.session_id, row.endpoint, hash, row.p256dh, row.auth, row.user_agent],
    );
    return added?.id ?? 'other';
  }

  find(id: string, manager: EntityManager): Promise<PushSubscription> {
    return manager.findOneByOrFail(PushSubscription, { id });
  }

  /** Of a user, with what is on its way to them. */
  async removeAll(userId: string, manager: EntityManager): Promise<void> {
    await manager.delete(PushSubscription, { user_id: userId });
  }

  /** false: the user has none of that id. */
  async remove(id: string, userId: string, manager: EntityManager): Promise<boolean> {
    const { affected } = await manager.delete(PushSubscription, { id, user_id: userId });
    return affected === 1;
  }
}
