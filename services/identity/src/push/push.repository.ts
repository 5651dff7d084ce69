import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { isOpen } from '../session/session.repository.js';
import { Push } from './push.entity.js';

/** Longer than a push service is given for a push. */
const LEASE = "interval '1 minute'";
/** Of those that are due so many are looked at, the longest due first: however many wait, taking some costs the same. */
const LOOKED_AT = 1_000;
/** Then nobody has to be told any more. */
const TRIED_FOR = "interval '1 day'";

/** A push in the hands of this process, with all that it takes. `attempts` counts this one, too, and so tells it from a later one. */
export interface LeasedPush {
  notification_id: string;
  subscription_id: string;
  user_id: string;
  attempts: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  kind: string;
  params: Record<string, string>;
  language: 'en' | 'vi' | null;
  /** Until it is of no use any more. */
  seconds_left: number;
  /** The session of the browser is open, and the account is active and wants pushes. */
  wanted: boolean;
}

interface Free {
  count: number;
  /** Accounts of which one is in hand already. */
  busyUsers: readonly string[];
  /** Accounts and push services that are left alone for a while. */
  restingUsers: readonly string[];
  restingHosts: readonly string[];
}

const due = (of: string): string =>
  `${of}.next_attempt_at <= now() AND (${of}.leased_until IS NULL OR ${of}.leased_until <= now())`;
const hostOf = (of: string): string => `split_part(${of}.endpoint, '/', 3)`;

@Injectable()
export class PushRepository {
  constructor(@InjectRepository(Push) private readonly pushes: Repository<Push>) {}

  /** To every browser of an account that wants them, with the notification; how many. One that leaves in the same moment is let go. */
  async add(notificationId: string, userId: string, manager: EntityManager): Promise<number> {
    const rows = await manager.query<unknown[]>(
      `INSERT INTO pushes (notification_id, subscription_id, user_id)
       SELECT $1, s.id, $2 FROM push_subscriptions s JOIN user_settings c USING (user_id)
       WHERE s.user_id = $2 AND c.push_notifications ORDER BY s.id FOR KEY SHARE OF s
       ON CONFLICT DO NOTHING RETURNING 1`,
      [notificationId, userId],
    );
    return rows.length;
  }

  /** Takes some that are due, one of each account, which no other process then has. */
  async lease({ count, busyUsers, restingUsers, restingHosts }: Free): Promise<LeasedPush[]> {
    const [rows] = await this.pushes.query<[LeasedPush[], number]>(
      `WITH looked_at AS (
         SELECT w.notification_id, w.subscription_id, w.user_id, w.next_attempt_at FROM pushes w
         WHERE ${due('w')} AND w.user_id <> ALL ($2::uuid[]) ORDER BY w.next_attempt_at LIMIT ${LOOKED_AT}),
       first AS (
         SELECT DISTINCT ON (l.user_id) l.notification_id, l.subscription_id, l.next_attempt_at
         FROM looked_at l JOIN push_subscriptions t ON t.id = l.subscription_id
         WHERE ${hostOf('t')} <> ALL ($3::text[]) ORDER BY l.user_id, l.next_attempt_at),
       taken AS MATERIALIZED (
         SELECT q.notification_id, q.subscription_id FROM pushes q
         WHERE ${due('q')} AND (q.notification_id, q.subscription_id) IN (
           SELECT notification_id, subscription_id FROM first ORDER BY next_attempt_at LIMIT $1)
         FOR UPDATE SKIP LOCKED)
       UPDATE pushes p SET attempts = p.attempts + 1, leased_until = now() + ${LEASE}
       FROM taken, push_subscriptions s, notifications n, users u, sessions e
       WHERE p.notification_id = taken.notification_id AND p.subscription_id = taken.subscription_id
         AND s.id = p.subscription_id AND n.id = p.notification_id AND u.id = p.user_id AND e.id = s.session_id
       RETURNING p.notification_id, p.subscription_id, p.user_id, p.attempts, s.endpoint, s.p256dh, s.auth, n.kind, n.params, u.language,
         greatest(0, extract(epoch FROM p.created_at + ${TRIED_FOR} - now()))::int AS seconds_left,
         (u.status = 'active' AND s.user_id = p.user_id AND ${isOpen('e.')}
           AND EXISTS (SELECT FROM user_settings c WHERE c.user_id = u.id AND c.push_notifications)) AS wanted`,
      [count, [...busyUsers, ...restingUsers], restingHosts],
    );
    return rows;
  }

  /** Its way is over; `taken`: the push service has it. */
  async finish({ notification_id, subscription_id, attempts }: LeasedPush, taken: boolean): Promise<void> {
    await this.pushes.query(
      'DELETE FROM pushes WHERE notification_id = $1 AND subscription_id = $2 AND attempts = $3',
      [notification_id, subscription_id, attempts],
    );
    if (!taken) return;
    await this.pushes.query('UPDATE push_subscriptions SET last_success_at = now() WHERE id = $1', [subscription_id]);
  }

  async postpone({ notification_id, subscription_id, attempts }: LeasedPush, byMs: number): Promise<void> {
    await this.pushes.query(
      `UPDATE pushes SET leased_until = NULL, next_attempt_at = now() + make_interval(secs => $4::float8 / 1000)
       WHERE notification_id = $1 AND subscription_id = $2 AND attempts = $3`,
      [notification_id, subscription_id, attempts, byMs],
    );
  }

  /** The browser takes none any more, nor what else is on its way to it; unless it has subscribed anew meanwhile. */
  async forget({ subscription_id, endpoint, p256dh }: LeasedPush): Promise<void> {
    await this.pushes.query('DELETE FROM push_subscriptions WHERE id = $1 AND endpoint = $2 AND p256dh = $3', [
      subscription_id,
      endpoint,
      p256dh,
    ]);
  }

  /** Puts off what stands before the others and is for these hosts; how many those were. */
  async putOff(hosts: readonly string[], byMs: number): Promise<number> {
    const [, putOff] = await this.pushes.query<[unknown[], number]>(
      `WITH looked_at AS (
         SELECT w.notification_id, w.subscription_id FROM pushes w
         WHERE ${due('w')} ORDER BY w.next_attempt_at LIMIT ${LOOKED_AT} FOR UPDATE SKIP LOCKED)
       UPDATE pushes p SET next_attempt_at = now() + make_interval(secs => $2::float8 / 1000)
       FROM looked_at l JOIN push_subscriptions t ON t.id = l.subscription_id
       WHERE p.notification_id = l.notification_id AND p.subscription_id = l.subscription_id AND ${hostOf('t')} = ANY ($1::text[])`,
      [hosts, byMs],
    );
    return putOff;
  }

  /** In how many milliseconds one is due that nobody has in hand; null: none waits. */
  async dueInMs(): Promise<number | null> {
    const [row] = await this.pushes.query<{ due_ms: number }[]>(
      `SELECT ceil(extract(epoch FROM next_attempt_at - now()) * 1000)::float8 AS due_ms FROM pushes
       WHERE leased_until IS NULL OR leased_until <= now() ORDER BY next_attempt_at LIMIT 1`,
    );
    return row?.due_ms ?? null;
  }

  /** How many wait. All of them are looked at. */
  count(): Promise<number> {
    return this.pushes.count();
  }
}
