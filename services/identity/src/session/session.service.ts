import {
  type getSessionRpc,
  type MemberCaller,
  MOST_SESSIONS,
  type RpcInput,
  type RpcReply,
  type SessionStarted,
  sessionChanged,
  sessionEnded,
} from '@linkway/contracts';
import { AppError, Metrics, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { KnownDeviceRepository } from '../device/known-device.repository.js';
import type { User } from '../user/user.entity.js';
import { userView } from '../user/user.view.js';
import { hashToken, type NewSession, newSession, type Origin, storableAddress } from './new-session.js';
import type { Session } from './session.entity.js';
import { SessionRepository } from './session.repository.js';

// The database decides when the time has passed; this only saves asking it with every request.
const SEEN_EVERY_MS = 5 * 60_000;

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;

@Injectable()
export class SessionService {
  private readonly ended;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly devices: KnownDeviceRepository,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    this.ended = metrics.counter('identity_sessions_ended_total', 'Sessions that were ended');
  }

  /** Starts a session in a browser, where the one that the browser was in ends by it, together with what else the caller changes. */
  async startIn(
    user: User,
    { origin, former }: { origin: Origin; former?: string | undefined },
    ...transaction: Transaction
  ): Promise<SessionStarted> {
    const [manager] = transaction;
    const session = newSession(user.id, origin);
    const inserted = await this.sessions.insert(session, manager);
    if (origin.device !== undefined) await this.devices.remember(user.id, origin.device, manager);
    if (former !== undefined) await this.endIn(former, ...transaction);
    this.tell(user.id, await this.sessions.endBeyond(user.id, MOST_SESSIONS, manager), ...transaction);
    await this.sessions.leaveLastOver(user.id, manager);
    return sessionStarted(user, session, inserted);
  }

  async find({
    session_token,
    ip,
    impersonation,
  }: RpcInput<typeof getSessionRpc>): Promise<RpcReply<typeof getSessionRpc>> {
    const session = await this.sessions.findOpen(hashToken(session_token));
    if (!session) return null;
    const stale = Date.now() - session.last_seen_at.getTime() >= SEEN_EVERY_MS;
    const from = ip ? storableAddress(ip) : null;
    const expiresAt = (stale ? await this.sessions.touch(session.id, from) : null) ?? session.expires_at;
    const found = { session_id: session.id, expires_at: expiresAt.toISOString() };
    const impersonated = impersonation ? await this.impersonatedIn(session) : null;
    if (!impersonated) {
      const own_visits_token = session.user.settings?.own_visits_token ?? null;
      return { ...found, user: shown(session), own_visits_token };
    }
    const { id, email, full_name } = session.user;
    return {
      ...found,
      // What the user has to do first is nothing that somebody else could.
      user: { ...userView(impersonated.user, { must_confirm_email: false }), must_change_password: false },
      impersonation: { by: { id, email, full_name }, expires_at: impersonated.endsAt.toISOString() },
    };
  }

  end(token: string): Promise<boolean> {
    return this.outbox.transaction(async (manager, emit) => {
      const ended = await this.endIn(token, manager, emit);
      if (!ended) return false;
      const user = await this.trail.userOf(ended.user_id, manager);
      this.trail.record({ action: 'session.signed_out', user, target: { kind: 'session', id: ended.id } }, emit);
      return true;
    });
  }

  /**
   * The open session that somebody calls in, with its user. Throws `auth.unauthenticated` for one that is over, which a gateway
   * may not have heard of yet, `auth.forbidden` for callers without one, as a key is not its owner, and
   * `auth.password_change_required` or `auth.email_confirmation_required` where that comes first. Of an administrator who acts as somebody
   * else it is that user's.
   */
  async ofCaller(caller: MemberCaller, { beforePasswordChange = false } = {}): Promise<Session> {
    if (caller.kind !== 'session') throw new AppError('auth.forbidden');
    const { session_id, user_id, impersonator_id } = caller;
    const session = await this.sessions.findOpenById(session_id, impersonator_id ?? user_id);
    if (!session) throw new AppError('auth.unauthenticated');
    if (impersonator_id !== undefined) return this.asImpersonated(session, user_id);
    if (session.user.must_change_password && !beforePasswordChange) {
      throw new AppError('auth.password_change_required');
    }
    if (mustConfirm(session)) throw new AppError('auth.email_confirmation_required');
    return session;
  }

  /** Throws `auth.unauthenticated` where it has ended since it was found; in a transaction that holds its user nobody ends it afterwards. */
  async requireOpenIn({ id }: Session, manager: Transaction[0]): Promise<void> {
    if (!(await this.sessions.isOpen(id, manager))) throw new AppError('auth.unauthenticated');
  }

  listOpen({ id, user_id }: Session): Promise<Session[]> {
    return this.sessions.listOpen(user_id, id, MOST_SESSIONS);
  }

  /** Ends one of its owner's; throws `session.not_found` for any other. */
  endOne(id: string, { user_id: userId, user }: Session): Promise<void> {
    return this.outbox.transaction(async (...transaction) => {
      const outcome = await this.sessions.endOne(id, userId, transaction[0]);
      if (outcome === null) throw new AppError('session.not_found');
      if (outcome !== 'ended') return;
      this.tell(userId, [id], ...transaction);
      this.trail.record({ action: 'session.ended', user, target: { kind: 'session', id } }, transaction[1]);
    });
  }

  /** Ends all sessions of a user but this one; how many there were. */
  endOthers({ id, user_id, user }: Session): Promise<number> {
    return this.outbox.transaction(async (...transaction) => {
      await this.sessions.holdAll(user_id, transaction[0]);
      const ended = await this.sessions.endAll(user_id, id, transaction[0]);
      this.tell(user_id, ended, ...transaction);
      if (ended.length > 0) {
        this.trail.record({ action: 'session.ended', user, details: { sessions: ended.length } }, transaction[1]);
      }
      return ended.length;
    });
  }

  /** Ends every session of a user, together with what else the caller changes; their ids. */
  async endAllIn(userId: string, ...transaction: Transaction): Promise<string[]> {
    const ended = await this.sessions.endAll(userId, null, transaction[0]);
    this.tell(userId, ended, ...transaction);
    return ended;
  }

  /** With another role or standing of somebody, be it who acts or whom they act as: it is begun anew, or not. */
  async endImpersonationsIn(userId: string, ...[manager, emit]: Transaction): Promise<void> {
    for (const { id: session_id, user_id } of await this.sessions.endImpersonationsOf(userId, manager)) {
      emit(sessionChanged, { session_id, user_id });
    }
  }

  /** The session as that of the user that its administrator acts as; throws `auth.unauthenticated` once that is over. */
  private async asImpersonated(session: Session, userId: string): Promise<Session> {
    const impersonated = await this.impersonatedIn(session);
    if (impersonated?.user.id !== userId) throw new AppError('auth.unauthenticated');
    return Object.assign(session, { user: impersonated.user, user_id: userId });
  }

  /**
   * Whom the session is of for now, and until when; null: its own user, who may be no administrator any more, or of whom something is
   * asked first: acting as somebody else is no way around that.
   */
  private async impersonatedIn(session: Session): Promise<{ user: User; endsAt: Date } | null> {
    const { impersonated_user_id, impersonation_ends_at: endsAt } = session;
    if (!impersonated_user_id || !endsAt || session.user.role !== 'admin') return null;
    if (session.user.must_change_password || mustConfirm(session)) return null;
    const user = await this.sessions.findImpersonated(session);
    return user && { user, endsAt };
  }

  private tell(user_id: string, ended: readonly string[], ...[, emit]: Transaction): void {
    for (const session_id of ended) emit(sessionEnded, { session_id, user_id });
    this.ended.inc(ended.length);
  }

  private async endIn(token: string, ...transaction: Transaction): Promise<{ id: string; user_id: string } | null> {
    const session = await this.sessions.end(hashToken(token), transaction[0]);
    if (session) this.tell(session.user_id, [session.id], ...transaction);
    return session;
  }
}

const mustConfirm = ({ user, confirmation_asked }: Pick<Session, 'user' | 'confirmation_asked'>): boolean =>
  confirmation_asked && user.email_verified_at === null;

const shown = (session: Pick<Session, 'user' | 'confirmation_asked'>) =>
  userView(session.user, { must_confirm_email: mustConfirm(session) });

const sessionStarted = (
  user: User,
  session: NewSession,
  { expires_at, confirmation_asked }: Pick<Session, 'expires_at' | 'confirmation_asked'>,
): SessionStarted => ({
  user: shown({ user, confirmation_asked }),
  session_id: session.id,
  session_token: session.token,
  expires_at: expires_at.toISOString(),
});
