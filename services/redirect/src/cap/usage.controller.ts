import { linkUsageRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { LinksWithin, Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { UsageService } from './usage.service.js';

/** Tells of the caller's own workspace; another workspace's links look like links without a cap, and so do those that an API key is not for. */
@Controller()
export class UsageController {
  constructor(
    private readonly service: UsageService,
    private readonly within: LinksWithin,
  ) {}

  @Rpc(linkUsageRpc)
  async usage(
    { link_ids }: RpcInput<typeof linkUsageRpc>,
    { caller }: RpcCall<typeof linkUsageRpc>,
  ): Promise<RpcReply<typeof linkUsageRpc>> {
    const there = await this.within.among(link_ids, caller);
    return { data: await this.service.of(caller.workspace_id, there) };
  }
}
