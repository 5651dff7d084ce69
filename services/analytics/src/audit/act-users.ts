import { type AuditRecord, accountNamesRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import type { Act } from './audit-entry.js';

/**
 * Who did what services tell of by an id alone. It is asked for before an act is written down: the chain takes a name then or never, and the
 * log shows everybody by the address that they had when they did it.
 */
@Injectable()
export class ActUsers {
  constructor(private readonly rpc: RpcClient) {}

  /** The acts in their order. Whose account is gone stays without a name; throws as an outage while identity is away. */
  async named(acts: readonly Act[]): Promise<readonly Act[]> {
    const ids = new Set(acts.flatMap(({ record }) => namelessUser(record) ?? []));
    if (ids.size === 0) return acts;
    const { data } = await this.rpc.call(accountNamesRpc, { ids: [...ids] });
    const users = new Map(data.map((user) => [user.id, user]));
    return acts.map((act) => {
      const user = users.get(namelessUser(act.record) ?? '');
      return user ? { ...act, record: { ...act.record, user_email: user.email, user_name: user.full_name } } : act;
    });
  }
}

const namelessUser = ({ user_id, user_email, user_name }: AuditRecord): string | null =>
  user_email === null && user_name === null ? user_id : null;
