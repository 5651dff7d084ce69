import { IMPERSONATION_MINUTES } from '@linkway/contracts';
import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { User } from '../user/user.entity.js';
import type { NewSession } from './new-session.js';
import { CONFIRMATION_ASKED, Session } from './session.entity.js';

// Unused for as long as administrators say, a session ends; used or not, it ends 90 days after sign-in. Where the row were missing none would end early.
const IDLE = '(SELECT make_interval(hours => coalesce(max(session_timeout), 720)) FROM security_settings)';
const LIFETIME = "interval '90 days'";
const SEEN_EVERY = "interval '5 minutes'";
// A shorter time holds for sessions that began before it, too.
export const isOpen = (of = '') =>
  `${of}ended_at IS NULL AND ${of}expires_at > now() AND ${of}last_seen_at > now() - ${IDLE}`;
const IS_OPEN = isOpen();
// What ended stays to be shown to its owner for a while: with its address, which the terms allow for 30 days, so that a round may be late.
const KEPT = "interval '29 days 12 hours'";
/** Of a user's that are over: whoever signs in again and again would leave a row each time. */
const MOST_OVER = 200;
/** Of users from before there was a bound. */
const LEAVE_AT_ONCE = 1_000;
// least() takes no notice of a null.
const OVER_SINCE = 'least(ended_at, expires_at)';

@Injectable()
export class SessionRepository {
  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  /** Returns when it expires, and whether its user must have a confirmed address. The database's clock counts, since every process has its own. */
  async insert(
    session: NewSession,
    manager: EntityManager = this.sessions.manager,
  ): Promise<Pick<Session, 'expires_at' | 'confirmation_asked'>> {
    const [row] = await manager.query<Pick<Session, 'expires_at' | 'confirmation_asked'>[]>(
      `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + ${IDLE}) RETURNING expires_at, (${CONFIRMATION_ASKED}) AS confirmation_asked`,
      [session.id, session.user_id, session.token_hash, session.ip, session.user_agent],
    );
    if (!row) throw new Error('the new session was not returned');
    return row;
  }

  /** With its user, profile and settings; null when unknown, expired, ended, or its user is disabled. */
  findOpen(tokenHash: Buffer): Promise<Session | null> {
    return this.open().andWhere('session.token_hash = :tokenHash', { tokenHash }).getOne();
  }

  /** As `findOpen`, of a user. */
  findOpenById(id: string, userId: string): Promise<Session | null> {
    return this.open().andWhere('session.id = :id AND session.user_id = :userId', { id, userId }).getOne();
  }

  /** Whom an open session is of for now, in place of its own user, with profile and settings: somebody who is active and no administrator. */
  findImpersonated({ id }: Session): Promise<User | null> {
    return this.sessions.manager
      .createQueryBuilder(User, 'user')
      .innerJoin(
        Session,
        'session',
        'session.id = :id AND session.impersonated_user_id = user.id AND session.impersonation_ends_at > now()',
        { id },
      )
      .innerJoinAndSelect('user.profile', 'profile')
      .leftJoinAndSelect('user.settings', 'settings')
      .where("user.status = 'active' AND user.role = 'user'")
      .getOne();
  }

  /** Returns when it ends; null: the session is over. */
  async impersonate(session: Session, userId: string, manager: EntityManager): Promise<Date | null> {
    const [rows] = await manager.query<[{ impersonation_ends_at: Date }[], number]>(
      `UPDATE sessions SET impersonated_user_id = $2, impersonation_ends_at = now() + make_interval(mins => $3)
       WHERE id = $1 AND ${IS_OPEN} RETURNING impersonation_ends_at`,
      [session.id, userId, IMPERSONATION_MINUTES],
    );
    return rows[0]?.impersonation_ends_at ?? null;
  }

  /** Whom it was of till now; null: it was its own user's, be it that the time of somebody else was over by itself. */
  async endImpersonation({ id }: Session, manager: EntityManager): Promise<string | null> {
    const [rows] = await manager.query<[{ user_id: string; is_running: boolean }[], number]>(
      `UPDATE sessions SET impersonated_user_id = NULL, impersonation_ends_at = NULL
       FROM (SELECT impersonated_user_id AS user_id, impersonation_ends_at > now() AS is_running
         FROM sessions WHERE id = $1 FOR UPDATE) former
       WHERE id = $1 AND former.user_id IS NOT NULL RETURNING former.user_id, former.is_running`,
      [id],
    );
    return rows[0]?.is_running ? rows[0].user_id : null;
  }

  /** Has nobody act as a user any more, nor the user as anybody; the sessions that it was done in. */
  async endImpersonationsOf(userId: string, manager: EntityManager): Promise<{ id: string; user_id: string }[]> {
    const [rows] = await manager.query<[{ id: string; user_id: string }[], number]>(
      `UPDATE sessions SET impersonated_user_id = NULL, impersonation_ends_at = NULL
       WHERE impersonated_user_id IS NOT NULL AND (impersonated_user_id = $1 OR user_id = $1) RETURNING id, user_id`,
      [userId],
    );
    return rows;
  }

  /** Those of a user that are open: one of them first, then by their last use. */
  listOpen(userId: string, first: string, most: number): Promise<Session[]> {
    return this.sessions.query(
      `SELECT id, ip, user_agent, created_at, last_seen_at FROM sessions WHERE user_id = $1 AND ${IS_OPEN}
       ORDER BY id = $2 DESC, last_seen_at DESC, id DESC LIMIT $3`,
      [userId, first, most],
    );
  }

  /** Notes that the session is in use, and from where, once in a few minutes. Returns the new expiry, or null when nothing changed. */
  async touch(id: string, ip: string | null): Promise<Date | null> {
    const [rows] = await this.sessions.query<[{ expires_at: Date }[], number]>(
      `UPDATE sessions SET last_seen_at = now(), ip = coalesce($2, ip),
         expires_at = least(now() + ${IDLE}, created_at + ${LIFETIME})
       WHERE id = $1 AND ${IS_OPEN} AND last_seen_at < now() - ${SEEN_EVERY} RETURNING expires_at`,
      [id, ip],
    );
    return rows[0]?.expires_at ?? null;
  }

  /** Ends it; null when it is unknown or has ended before. */
  async end(tokenHash: Buffer, manager: EntityManager): Promise<{ id: string; user_id: string } | null> {
    const rows = await manager.query<{ id: string; user_id: string }[]>(
      ended('WHERE token_hash = $1 AND ended_at IS NULL'),
      [tokenHash],
    );
    return rows[0] ?? null;
  }

  /** Ends one of a user. `over`: it had ended before; null: the user has none of that id. */
  async endOne(id: string, userId: string, manager: EntityManager): Promise<'ended' | 'over' | null> {
    const ended = await endWhere(manager, `WHERE id = $1 AND user_id = $2 AND ${IS_OPEN}`, [id, userId]);
    if (ended.length > 0) return 'ended';
    return (await manager.existsBy(Session, { id, user_id: userId })) ? 'over' : null;
  }

  async isOpen(id: string, manager: EntityManager): Promise<boolean> {
    const rows = await manager.query<unknown[]>(`SELECT 1 FROM sessions WHERE id = $1 AND ${IS_OPEN}`, [id]);
    return rows.length > 0;
  }

  /** Who ends several of a user's holds the user, as a sign-in and a change of the password do: none waits for another in turn. */
  async holdAll(userId: string, manager: EntityManager): Promise<void> {
    await manager.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
  }

  /** Ends all of a user that are open, but `kept`, and those that would be with a longer `session_timeout`; their ids. */
  endAll(userId: string, kept: string | null, manager: EntityManager): Promise<string[]> {
    const where = 'WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND ended_at IS NULL AND expires_at > now()';
    return endWhere(manager, where, [userId, kept]);
  }

  /** Ends those of a user beyond the `most` that were used last; their ids. */
  endBeyond(userId: string, most: number, manager: EntityManager): Promise<string[]> {
    return endWhere(
      manager,
      `WHERE ended_at IS NULL AND id IN (SELECT id FROM sessions WHERE user_id = $1 AND ${IS_OPEN}
         ORDER BY last_seen_at DESC, id DESC OFFSET $2)`,
      [userId, most],
    );
  }

  /**
   * Leaves those of a user that were over last, by whoever holds the user. What somebody else holds at this moment stays, so nobody is
   * waited for. Ids are handed on as arrays: by them rows are always found one by one, however many the planner expects.
   */
  async leaveLastOver(userId: string, manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM sessions WHERE id = ANY(ARRAY(
         SELECT id FROM sessions WHERE id = ANY(ARRAY(
           SELECT id FROM sessions WHERE user_id = $1 AND ${OVER_SINCE} <= now()
           ORDER BY ${OVER_SINCE} DESC LIMIT ${LEAVE_AT_ONCE} OFFSET ${MOST_OVER}))
         FOR UPDATE SKIP LOCKED))`,
      [userId],
    );
  }

  /** Removes some that ended long ago; 0: there are more. */
  async removeOld(): Promise<0 | undefined> {
    const where = `< now() - ${KEPT}`;
    const expired = await removeSome(this.sessions, { table: 'sessions', by: 'expires_at', where });
    const ended = await removeSome(this.sessions, { table: 'sessions', by: 'ended_at', where });
    return expired ?? ended;
  }

  private open() {
    return this.sessions
      .createQueryBuilder('session')
      .innerJoinAndSelect('session.user', 'user')
      .innerJoinAndSelect('user.profile', 'profile')
      .leftJoinAndSelect('user.settings', 'settings')
      .where(isOpen('session.'))
      .andWhere("user.status = 'active'");
  }
}

/** Ends those that `where` finds. What was pushed to a browser is not, once it is signed out. */
const ended = (where: string): string => `
  WITH ended AS (UPDATE sessions SET ended_at = now() ${where} RETURNING id, user_id),
  silenced AS (DELETE FROM push_subscriptions USING ended WHERE session_id = ended.id)
  SELECT id, user_id FROM ended`;

/** Ends those that `where` finds; their ids. */
async function endWhere(manager: EntityManager, where: string, parameters: unknown[]): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(ended(where), parameters);
  return rows.map(({ id }) => id);
}
