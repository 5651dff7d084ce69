import {
  type Caller,
  type ListUsersQuery,
  type listUsersRpc,
  type RpcReply,
  type UpdateUser,
  type UserAccount,
  userChanged,
} from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { SessionService } from '../session/session.service.js';
import { accountState } from '../user/account-state.js';
import type { User } from '../user/user.entity.js';
import { actsOf } from './standing-acts.js';
import { userAccount } from './user-account.view.js';
import { UserAdministrationRepository } from './user-administration.repository.js';
import { changedStanding, isActiveAdmin, type Standing, standingOf } from './user-changes.js';
import { UserListRepository } from './user-list.repository.js';

type Manager = Parameters<Parameters<Outbox['transaction']>[0]>[0];

/** Accounts in the hands of administrators. */
@Injectable()
export class UserAdministrationService {
  constructor(
    private readonly list: UserListRepository,
    private readonly users: UserAdministrationRepository,
    private readonly sessions: SessionService,
    private readonly trail: AuditTrail,
    private readonly outbox: Outbox,
  ) {}

  async page({ page, limit, sort, ...filter }: ListUsersQuery): Promise<RpcReply<typeof listUsersRpc>> {
    // One after the other: an administrator who types is no reason for others to wait for a connection.
    const rows = await this.list.page(filter, sort, { offset: (page - 1) * limit, limit });
    const total = await this.list.count(filter);
    return { data: rows.map(userAccount), pagination: { page, limit, total, total_pages: Math.ceil(total / limit) } };
  }

  /** Throws `users.not_found`. */
  async get(id: string): Promise<UserAccount> {
    const row = await this.list.find(id);
    if (!row) throw new AppError('users.not_found');
    return userAccount(row);
  }

  /** Who is not active any more has no session left, here at once and at the gateways a moment later. */
  async update(id: string, changes: UpdateUser, caller: Caller): Promise<UserAccount> {
    if (caller.kind !== 'service') await this.sessions.ofCaller(caller);
    await this.outbox.transaction(async (manager, emit) => {
      if (changes.role !== undefined || changes.status !== undefined) await this.users.holdAdministrators(manager);
      await this.requireAdmin(caller, manager);
      const user = await this.users.findForUpdate(id, manager);
      if (!user) throw new AppError('users.not_found');
      const now = standingOf(user);
      const next = changedStanding(now, changes);
      if (!next) return;
      await this.checkStanding(user, next, caller, manager);
      const changed = await this.users.save(user, next, manager);
      if (now.role !== next.role || now.status !== next.status) {
        await this.sessions.endImpersonationsIn(id, manager, emit);
      }
      if (next.status !== 'active') await this.sessions.endAllIn(id, manager, emit);
      emit(userChanged, { user_id: id, account: accountState(changed) });
      const target = { kind: 'user', id, name: user.email } as const;
      for (const act of actsOf(now, next)) await this.trail.recordBy(caller, { ...act, target }, manager, emit);
    });
    return this.get(id);
  }

  /** By what the caller is in this moment: a gateway may have it from a moment ago, in which another administrator took it back. */
  private async requireAdmin(caller: Caller, manager: Manager): Promise<void> {
    if (caller.kind === 'service') return;
    if (!(await this.users.isActiveAdmin(caller.user_id, manager))) throw new AppError('auth.forbidden');
  }

  private async checkStanding(user: User, next: Standing, caller: Caller, manager: Manager): Promise<void> {
    const isOther = user.role !== next.role || user.status !== next.status;
    if (isOther && caller.kind !== 'service' && caller.user_id === user.id) throw new AppError('users.own_account');
    const leaves = isActiveAdmin(user) && !isActiveAdmin(next);
    if (leaves && !(await this.users.hasOtherActiveAdmin(user.id, manager))) throw new AppError('users.last_admin');
  }
}
