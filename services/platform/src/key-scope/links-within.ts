import { getLinksByIdsRpc, type MemberCaller, scopeOf } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { RpcClient } from '../rpc/rpc-client.js';

/** Keeps API keys that are limited to some domains to their links, where links are known by their ids alone: which they are only links can say. */
@Injectable()
export class LinksWithin {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * Those of the ids (100 at most) whose links are there for the caller, in their order. Asks nobody for a caller that is not limited: of it all
   * are answered, and whose they are is for the one who asks to see. Throws what links cannot be asked with.
   */
  async among(ids: readonly string[], caller: MemberCaller): Promise<string[]> {
    if (scopeOf(caller) === null || ids.length === 0) return [...ids];
    const { data } = await this.rpc.call(getLinksByIdsRpc, { ids: [...ids] }, { caller });
    const there = new Set(data.map(({ id }) => id));
    return ids.filter((id) => there.has(id.toLowerCase()));
  }
}
