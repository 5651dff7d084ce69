import {
  endImpersonationRpc,
  type RpcInput,
  recordImpersonatedActRpc,
  sessionChanged,
  startImpersonationRpc,
} from '@linkway/contracts';
import { AppError, Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { UsersResponder } from './users.js';

/** Answers as identity does, of administrators who act as users. */
@Controller()
export class ImpersonationResponder extends UsersResponder {
  readonly acts: RpcInput<typeof recordImpersonatedActRpc>[] = [];
  /** No act can be recorded. */
  isUnableToRecord = false;

  @Rpc(startImpersonationRpc)
  async startImpersonation(
    { id }: RpcInput<typeof startImpersonationRpc>,
    { caller }: RpcCall<typeof startImpersonationRpc>,
  ) {
    const session = this.sessionOf(caller);
    const account = [...this.users.values()].find(({ user }) => user.id === id);
    if (!account) throw new AppError('users.not_found');
    const { id: by, email, full_name } = session.user;
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const impersonation = { by: { id: by, email, full_name }, expires_at };
    this.sessions.set(session.session_token, {
      ...session,
      user: account.user,
      impersonation,
    } as typeof session);
    await this.tellChanged(session.session_id, by);
    return { expires_at };
  }

  @Rpc(endImpersonationRpc)
  async endImpersonation(
    _input: RpcInput<typeof endImpersonationRpc>,
    { caller }: RpcCall<typeof endImpersonationRpc>,
  ) {
    const session = this.sessionOf(caller);
    const administrator = caller.kind === 'session' ? caller.impersonator_id : undefined;
    const account = [...this.users.values()].find(({ user }) => user.id === administrator);
    if (!account) return {};
    const { session_id, session_token, expires_at } = session;
    this.sessions.set(session_token, { session_id, session_token, expires_at, user: account.user });
    await this.tellChanged(session_id, account.user.id);
    return {};
  }

  @Rpc(recordImpersonatedActRpc)
  recordAct(input: RpcInput<typeof recordImpersonatedActRpc>) {
    if (this.isUnableToRecord) throw new AppError('service.busy');
    this.acts.push(input);
    return {};
  }

  private async tellChanged(session_id: string, user_id: string): Promise<void> {
    await this.publisher.publish(this.publisher.envelope(sessionChanged, { session_id, user_id }));
  }

  private sessionOf(caller: RpcCall<typeof startImpersonationRpc>['caller']) {
    const id = caller.kind === 'session' ? caller.session_id : '';
    const session = [...this.sessions.values()].find(({ session_id }) => session_id === id);
    if (!session) throw new AppError('auth.unauthenticated');
    return session;
  }
}
