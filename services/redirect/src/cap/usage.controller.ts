import { linkUsageRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { UsageService } from './usage.service.js';

/** Tells of the caller's own workspace; another workspace's links look like links without a cap. */
@Controller()
export class UsageController {
  constructor(private readonly service: UsageService) {}

  @Rpc(linkUsageRpc)
  async usage(
    { link_ids }: RpcInput<typeof linkUsageRpc>,
    { caller }: RpcCall<typeof linkUsageRpc>,
  ): Promise<RpcReply<typeof linkUsageRpc>> {
    return { data: await this.service.of(caller.workspace_id, link_ids) };
  }
}
