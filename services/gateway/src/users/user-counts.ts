import {
  type AdminUser,
  type Caller,
  type UserAccount,
  workspaceLinksRpc,
  workspaceTotalsRpc,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { Outages } from '../http/outages.js';

/** Adds to accounts, which identity keeps, what others count: links and clicks of their workspaces. Either may be missing. */
@Injectable()
export class UserCounts {
  constructor(
    private readonly rpc: RpcClient,
    private readonly outages: Outages,
  ) {}

  async countOn(users: UserAccount[], caller: Caller): Promise<AdminUser[]> {
    if (users.length === 0) return [];
    const question = { workspace_ids: users.map(({ workspace_id }) => workspace_id) };
    const [links, clicks] = await Promise.all([
      this.outages.nullDuring('links', this.rpc.call(workspaceLinksRpc, question, { caller })),
      this.outages.nullDuring('analytics', this.rpc.call(workspaceTotalsRpc, question, { caller })),
    ]);
    const linksOf = links && new Map(links.data.map((each) => [each.workspace_id, each]));
    const clicksOf = clicks && new Map(clicks.data.map((each) => [each.workspace_id, each.clicks]));
    return users.map((user) => ({
      ...user,
      links_count: linksOf && (linksOf.get(user.workspace_id)?.total_links ?? 0),
      monthly_links_used: linksOf && (linksOf.get(user.workspace_id)?.monthly_links_used ?? 0),
      clicks_count: clicksOf && (clicksOf.get(user.workspace_id) ?? 0),
    }));
  }

  async countOnOne(user: UserAccount, caller: Caller): Promise<AdminUser> {
    const [counted] = await this.countOn([user], caller);
    return counted ?? { ...user, links_count: null, monthly_links_used: null, clicks_count: null };
  }
}
