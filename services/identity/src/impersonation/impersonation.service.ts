import {
  type Caller,
  impersonated,
  type MemberCaller,
  type RpcInput,
  type RpcReply,
  recordImpersonatedActRpc,
  sessionChanged,
  startImpersonationRpc,
} from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Notifier } from '../notification/notifier.js';
import type { Session } from '../session/session.entity.js';
import { SessionRepository } from '../session/session.repository.js';
import { SessionService } from '../session/session.service.js';
import { User } from '../user/user.entity.js';
import { UserAdministrationRepository } from '../user-administration/user-administration.repository.js';

type Transaction = Parameters<Parameters<Outbox['transaction']>[0]>;
type Manager = Transaction[0];

/** Administrators who act as a user for a while, in their own session. */
@Injectable()
export class ImpersonationService {
  constructor(
    private readonly sessions: SessionService,
    private readonly rows: SessionRepository,
    private readonly administration: UserAdministrationRepository,
    private readonly trail: AuditTrail,
    private readonly notifier: Notifier,
    private readonly outbox: Outbox,
  ) {}

  /** Throws `users.not_found`, `users.own_account`, `users.impersonation_admin` and `users.impersonation_inactive`. */
  async start(
    { id, reason }: RpcInput<typeof startImpersonationRpc>,
    caller: Caller,
  ): Promise<RpcReply<typeof startImpersonationRpc>> {
    if (caller.kind === 'service') throw new AppError('auth.forbidden');
    const session = await this.sessions.ofCaller(caller);
    const started = await this.outbox.transaction(async (manager, emit) => {
      // Nobody becomes administrator, or stops being one, while this is decided.
      await this.administration.holdAdministrators(manager);
      const target = await this.requireTarget(id, session, manager);
      // From another page or gateway it may be somebody's already, which ends with this.
      const formerId = await this.rows.endImpersonation(session, manager);
      if (formerId !== null && formerId !== id) await this.recordEnd(formerId, session, manager, emit);
      await this.notifier.tellIn({ userId: id, notification: impersonated, variables: {} }, manager);
      const endsAt = await this.rows.impersonate(session, id, manager);
      if (!endsAt) throw new AppError('auth.unauthenticated');
      emit(sessionChanged, { session_id: session.id, user_id: session.user_id });
      const details = { until: endsAt.toISOString(), ...(reason ? { reason } : {}) };
      const act = { action: 'user.impersonation_started', user: session.user, target, details } as const;
      this.trail.record(act, emit);
      return { expires_at: endsAt.toISOString() };
    });
    this.notifier.wake();
    return started;
  }

  /** By its administrator's session; the user's own has nothing to end. */
  async end(caller: MemberCaller): Promise<void> {
    if (caller.kind !== 'session') throw new AppError('auth.forbidden');
    const session = await this.rows.findOpenById(caller.session_id, caller.impersonator_id ?? caller.user_id);
    if (!session) throw new AppError('auth.unauthenticated');
    await this.outbox.transaction(async (manager, emit) => {
      const userId = await this.rows.endImpersonation(session, manager);
      if (userId === null) return;
      emit(sessionChanged, { session_id: session.id, user_id: session.user_id });
      await this.recordEnd(userId, session, manager, emit);
    });
  }

  /** Before the act is done: none is without its entry. Throws `auth.unauthenticated` for who is nobody else any more. */
  async recordAct({ operation, path }: RpcInput<typeof recordImpersonatedActRpc>, caller: MemberCaller): Promise<void> {
    if (caller.kind !== 'session' || caller.impersonator_id === undefined) throw new AppError('auth.forbidden');
    await this.sessions.ofCaller(caller);
    await this.outbox.transaction(async (manager, emit) => {
      const administrator = await this.trail.userOf(caller.impersonator_id as string, manager);
      const target = await this.targetOf(caller.user_id, manager);
      const details = { operation, path };
      this.trail.record({ action: 'user.impersonated_act', user: administrator, target, details }, emit);
    });
  }

  private async recordEnd(userId: string, { user }: Session, ...[manager, emit]: Transaction): Promise<void> {
    const target = await this.targetOf(userId, manager);
    this.trail.record({ action: 'user.impersonation_ended', user, target }, emit);
  }

  private async requireTarget(id: string, session: Session, manager: Manager) {
    if (!(await this.administration.isActiveAdmin(session.user_id, manager))) throw new AppError('auth.forbidden');
    if (id === session.user_id) throw new AppError('users.own_account');
    const user = await manager.findOneBy(User, { id });
    if (!user) throw new AppError('users.not_found');
    if (user.role === 'admin') throw new AppError('users.impersonation_admin');
    if (user.status !== 'active') throw new AppError('users.impersonation_inactive');
    return { kind: 'user', id, name: user.email } as const;
  }

  private async targetOf(id: string, manager: Manager) {
    return { kind: 'user', id, name: (await this.trail.userOf(id, manager))?.email ?? null } as const;
  }
}
