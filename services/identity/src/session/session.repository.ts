import { removeSome } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import type { NewSession } from './new-session.js';
import { Session } from './session.entity.js';

// Unused for this long, a session ends; used or not, it ends 90 days after sign-in.
const IDLE = "interval '30 days'";
const LIFETIME = "interval '90 days'";
const SEEN_EVERY = "interval '1 minute'";
// What ended stays to be shown to its owner for a while: with its address, which the terms allow for 30 days, so that a round may be late.
const KEPT = "interval '29 days 12 hours'";

@Injectable()
export class SessionRepository {
  constructor(@InjectRepository(Session) private readonly sessions: Repository<Session>) {}

  /** Returns when it expires. The database's clock counts, since every process has its own. */
  async insert(session: NewSession, manager: EntityManager = this.sessions.manager): Promise<Date> {
    const [row] = await manager.query<{ expires_at: Date }[]>(
      `INSERT INTO sessions (id, user_id, token_hash, ip, user_agent, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + ${IDLE}) RETURNING expires_at`,
      [session.id, session.user_id, session.token_hash, session.ip, session.user_agent],
    );
    if (!row) throw new Error('the new session was not returned');
    return row.expires_at;
  }

  /** With its user and profile; null when unknown, expired, ended, or its user is disabled. */
  findOpen(tokenHash: Buffer): Promise<Session | null> {
    return this.sessions
      .createQueryBuilder('session')
      .innerJoinAndSelect('session.user', 'user')
      .innerJoinAndSelect('user.profile', 'profile')
      .where('session.token_hash = :tokenHash', { tokenHash })
      .andWhere('session.ended_at IS NULL AND session.expires_at > now()')
      .andWhere("user.status = 'active'")
      .getOne();
  }

  /** Notes that the session is in use, at most once a minute. Returns the new expiry, or null when nothing changed. */
  async touch(id: string): Promise<Date | null> {
    const [rows] = await this.sessions.query<[{ expires_at: Date }[], number]>(
      `UPDATE sessions SET last_seen_at = now(), expires_at = least(now() + ${IDLE}, created_at + ${LIFETIME})
       WHERE id = $1 AND ended_at IS NULL AND expires_at > now() AND last_seen_at < now() - ${SEEN_EVERY}
       RETURNING expires_at`,
      [id],
    );
    return rows[0]?.expires_at ?? null;
  }

  /** Ends it; null when it is unknown or has ended before. */
  async end(tokenHash: Buffer, manager: EntityManager): Promise<{ id: string; user_id: string } | null> {
    const [rows] = await manager.query<[{ id: string; user_id: string }[], number]>(
      'UPDATE sessions SET ended_at = now() WHERE token_hash = $1 AND ended_at IS NULL RETURNING id, user_id',
      [tokenHash],
    );
    return rows[0] ?? null;
  }

  /** Removes some that ended long ago; 0: there are more. */
  async removeOld(): Promise<0 | undefined> {
    const where = `< now() - ${KEPT}`;
    const expired = await removeSome(this.sessions, { table: 'sessions', by: 'expires_at', where });
    const ended = await removeSome(this.sessions, { table: 'sessions', by: 'ended_at', where });
    return expired ?? ended;
  }
}
