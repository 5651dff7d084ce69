import { linkAnalyticsRpc, linkTotalsRpc, overviewRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { StatisticsService } from './statistics.service.js';

/** Statistics of the caller's own workspace; another workspace's links look like links without clicks. */
@Controller()
export class QueryController {
  constructor(private readonly statistics: StatisticsService) {}

  @Rpc(linkAnalyticsRpc)
  link(
    input: RpcInput<typeof linkAnalyticsRpc>,
    { caller }: RpcCall<typeof linkAnalyticsRpc>,
  ): Promise<RpcReply<typeof linkAnalyticsRpc>> {
    return this.statistics.ofLink(caller.workspace_id, input.link_id, input.range);
  }

  @Rpc(overviewRpc)
  overview(
    input: RpcInput<typeof overviewRpc>,
    { caller }: RpcCall<typeof overviewRpc>,
  ): Promise<RpcReply<typeof overviewRpc>> {
    return this.statistics.ofWorkspace(caller.workspace_id, input.range);
  }

  @Rpc(linkTotalsRpc)
  async totals(
    input: RpcInput<typeof linkTotalsRpc>,
    { caller }: RpcCall<typeof linkTotalsRpc>,
  ): Promise<RpcReply<typeof linkTotalsRpc>> {
    return { data: await this.statistics.linkTotals(caller.workspace_id, input.link_ids) };
  }
}
