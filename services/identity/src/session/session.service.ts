import { type getSessionRpc, type RpcReply, type SessionStarted, sessionEnded } from '@linkway/contracts';
import { Metrics, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import type { User } from '../user/user.entity.js';
import { userView } from '../user/user.view.js';
import { hashToken, type NewSession, newSession, type Origin } from './new-session.js';
import { SessionRepository } from './session.repository.js';

// The database decides when a minute has passed; this only saves asking it with every request.
const SEEN_EVERY_MS = 60_000;

@Injectable()
export class SessionService {
  private readonly ended;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.ended = metrics.counter('identity_sessions_ended_total', 'Sessions that were signed out');
  }

  async start(user: User, origin: Origin): Promise<SessionStarted> {
    const session = newSession(user.id, origin);
    return sessionStarted(user, session, await this.sessions.insert(session));
  }

  async find(token: string): Promise<RpcReply<typeof getSessionRpc>> {
    const session = await this.sessions.findOpen(hashToken(token));
    if (!session) return null;
    const stale = Date.now() - session.last_seen_at.getTime() >= SEEN_EVERY_MS;
    const expiresAt = (stale ? await this.sessions.touch(session.id) : null) ?? session.expires_at;
    return { session_id: session.id, expires_at: expiresAt.toISOString(), user: userView(session.user) };
  }

  async end(token: string): Promise<boolean> {
    const ended = await this.outbox.transaction(async (manager, emit) => {
      const session = await this.sessions.end(hashToken(token), manager);
      if (session) emit(sessionEnded, { session_id: session.id, user_id: session.user_id });
      return session !== null;
    });
    if (ended) this.ended.inc();
    return ended;
  }
}

export const sessionStarted = (user: User, session: NewSession, expiresAt: Date): SessionStarted => ({
  user: userView(user),
  session_id: session.id,
  session_token: session.token,
  expires_at: expiresAt.toISOString(),
});
