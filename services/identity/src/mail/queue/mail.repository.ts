import type { Locale } from '@linkway/contracts';
import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Mail } from './mail.entity.js';

/** Longer than a mail server is given for a mail. */
const LEASE = "interval '2 minutes'";
/** From when it was asked for; then it has failed. */
const TRIED_FOR = "interval '24 hours'";
const KEPT = "interval '30 days'";

export interface NewMailRow {
  id: string;
  key: string;
  mail: string;
  language: Locale;
  user_id: string | null;
  recipient: string;
  time_zone: string | null;
  variables: Buffer;
  send_before: Date | null;
}

/** A mail in the hands of this process. `attempts` counts this one, too, and so tells it from a later one. */
export type LeasedMail = Pick<
  Mail,
  'id' | 'mail' | 'language' | 'recipient' | 'time_zone' | 'variables' | 'attempts' | 'created_at'
> & {
  late: boolean;
};

@Injectable()
export class MailRepository {
  constructor(@InjectRepository(Mail) private readonly mails: Repository<Mail>) {}

  /** `queued`: false where its key was used before. */
  async add(row: NewMailRow, manager: EntityManager = this.mails.manager): Promise<{ id: string; queued: boolean }> {
    const [added] = await manager.query<{ id: string }[]>(
      `INSERT INTO mails (id, key, mail, language, user_id, recipient, time_zone, variables, send_before)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, least(now() + ${TRIED_FOR}, $9::timestamptz))
       ON CONFLICT (key) DO NOTHING RETURNING id`,
      [
        row.id,
        row.key,
        row.mail,
        row.language,
        row.user_id,
        row.recipient,
        row.time_zone,
        row.variables,
        row.send_before,
      ],
    );
    if (added) return { id: added.id, queued: true };
    const { id } = await manager.findOneOrFail(Mail, { select: { id: true }, where: { key: row.key } });
    return { id, queued: false };
  }

  /** Takes some of these that are due, which no other process then has. */
  async lease(count: number, names: readonly string[]): Promise<LeasedMail[]> {
    const [rows] = await this.mails.query<[LeasedMail[], number]>(
      `UPDATE mails SET attempts = attempts + 1, leased_until = now() + ${LEASE}
       WHERE id IN (
         SELECT id FROM mails
         WHERE state = 'waiting' AND mail = ANY ($2::text[]) AND next_attempt_at <= now() AND (leased_until IS NULL OR leased_until <= now())
         ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, mail, language, recipient, time_zone, variables, attempts, created_at, send_before <= now() AS late`,
      [count, names],
    );
    return rows;
  }

  /** What it was filled in with goes with the end of its way; `content` is what an inbox keeps. */
  async finish(
    { id, attempts }: LeasedMail,
    state: 'sent' | 'kept' | 'failed',
    { error = null, content = null }: { error?: string | null; content?: Buffer | null } = {},
  ): Promise<void> {
    await this.mails.query(
      `UPDATE mails SET state = $3, error = $4, content = $5, variables = NULL, leased_until = NULL
       WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
      [id, attempts, state, error, content],
    );
  }

  /**
   * Gives it back, to be tried again; no later than when it is of no use any more, and at once where `tryAllNow` was asked for since it
   * was taken: what it failed by is of before that.
   */
  async postpone({ id, attempts }: LeasedMail, error: string, byMs: number): Promise<void> {
    await this.mails.query(
      `UPDATE mails SET error = $3, leased_until = NULL,
         next_attempt_at = CASE WHEN next_attempt_at > leased_until - ${LEASE} THEN now()
           ELSE least(now() + make_interval(secs => $4::float8 / 1000), send_before) END
       WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
      [id, attempts, error, byMs],
    );
  }

  /** Lets all that wait be tried now, those in some process's hands once these give them back: what kept them back may be mended. */
  async tryAllNow(): Promise<void> {
    await this.mails.query("UPDATE mails SET next_attempt_at = now() WHERE state = 'waiting'");
  }

  /** How many of these wait, for how many seconds the oldest of them, and in how many milliseconds one is due; null: none waits. */
  async waiting(names: readonly string[]): Promise<{ count: number; seconds: number; due_ms: number | null }> {
    const [row] = await this.mails.query<{ count: number; seconds: number; due_ms: number | null }[]>(
      `SELECT count(*)::int AS count, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds,
         ceil(extract(epoch FROM min(greatest(next_attempt_at, leased_until)) - now()) * 1000)::float8 AS due_ms
       FROM mails WHERE state = 'waiting' AND mail = ANY ($1::text[])`,
      [names],
    );
    return row ?? { count: 0, seconds: 0, due_ms: null };
  }

  /** Whether the user was sent such a mail within an hour. Others who ask for the same user wait until the transaction ends. */
  async wasSentWithinHour(userId: string, mail: string, manager: EntityManager): Promise<boolean> {
    await manager.query(
      "SELECT pg_advisory_xact_lock(hashtextextended('linkway.identity.mail ' || $1 || ' ' || $2, 0))",
      [userId, mail],
    );
    const [row] = await manager.query<{ sent: boolean }[]>(
      `SELECT EXISTS (SELECT FROM mails WHERE user_id = $1 AND mail = $2 AND created_at > now() - interval '1 hour') AS sent`,
      [userId, mail],
    );
    return row?.sent ?? false;
  }

  async countWithinHour(userId: string, mail: string, manager: EntityManager): Promise<number> {
    const [row] = await manager.query<{ sent: number }[]>(
      `SELECT count(*)::int AS sent FROM mails WHERE user_id = $1 AND mail = $2 AND created_at > now() - interval '1 hour'`,
      [userId, mail],
    );
    return row?.sent ?? 0;
  }

  /** Mails that are kept, newest first, and how many there are. */
  kept(page: number, limit: number): Promise<[Mail[], number]> {
    return this.mails.findAndCount({
      where: { state: 'kept' },
      order: { created_at: 'DESC', id: 'DESC' },
      skip: (page - 1) * limit,
      take: limit,
    });
  }

  findKept(id: string): Promise<Mail | null> {
    return this.mails.findOneBy({ id, state: 'kept' });
  }

  /** Removes some that are old; 0: there are more. */
  removeOld(): Promise<0 | undefined> {
    return removeSome(this.mails, { table: 'mails', by: 'created_at', where: `< now() - ${KEPT}` });
  }
}
