import {
  getUserRpc,
  listUsersRpc,
  type RpcInput,
  type RpcReply,
  type User,
  type UserAccount,
  updateUserRpc,
} from '@linkway/contracts';
import { AppError, Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { GoogleResponder } from './google.js';

/** Answers as identity does, what administrators ask of accounts too. */
@Controller()
export class UsersResponder extends GoogleResponder {
  lastList: RpcInput<typeof listUsersRpc> | null = null;
  lastUpdate: RpcInput<typeof updateUserRpc> | null = null;

  @Rpc(listUsersRpc)
  async listUsers(query: RpcInput<typeof listUsersRpc>): Promise<RpcReply<typeof listUsersRpc>> {
    this.lastList = query;
    const all = [...this.users.values()].map(({ user }) => accountOf(user));
    const { page, limit } = query;
    return { data: all.slice(0, limit), pagination: { page, limit, total: all.length, total_pages: 1 } };
  }

  @Rpc(getUserRpc)
  async getUser({ id }: RpcInput<typeof getUserRpc>): Promise<UserAccount> {
    return this.known(id);
  }

  /** Whoever is shut has no session left. */
  @Rpc(updateUserRpc)
  async updateUser(input: RpcInput<typeof updateUserRpc>): Promise<UserAccount> {
    this.lastUpdate = input;
    const { id, changes } = input;
    const { status, role } = { ...this.known(id), ...changes };
    if (status !== 'active') {
      for (const { session_token, user } of this.sessions.values())
        if (user.id === id) await this.revoke(session_token);
    }
    await this.change(this.userOf(id), { role });
    return { ...this.known(id), status };
  }

  private known(id: string): UserAccount {
    const account = [...this.users.values()].find(({ user }) => user.id === id);
    if (!account) throw new AppError('users.not_found');
    return accountOf(account.user);
  }
}

const accountOf = ({ id, email, full_name, role, workspace_id, subscription_type, created_at }: User): UserAccount => ({
  id,
  email,
  full_name,
  role,
  workspace_id,
  subscription_type,
  created_at,
  status: 'active',
  subscription_end_date: null,
  monthly_links_limit: 50,
  phone: null,
  avatar_url: null,
  email_verified_at: null,
  two_factor_enabled: false,
  last_sign_in_at: null,
});
