import { linkAnalyticsRpc, linkTotalsRpc, overviewRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc, type RpcCall, requireCaller } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { StatisticsService } from './statistics.service.js';

/** Statistics of the caller's own workspace; another workspace's links look like links without clicks. */
@Controller()
export class QueryController {
  constructor(private readonly statistics: StatisticsService) {}

  @Rpc(linkAnalyticsRpc)
  link(input: RpcInput<typeof linkAnalyticsRpc>, call: RpcCall): Promise<RpcReply<typeof linkAnalyticsRpc>> {
    return this.statistics.ofLink(requireCaller(call).workspace_id, input.link_id, input.range);
  }

  @Rpc(overviewRpc)
  overview(input: RpcInput<typeof overviewRpc>, call: RpcCall): Promise<RpcReply<typeof overviewRpc>> {
    return this.statistics.ofWorkspace(requireCaller(call).workspace_id, input.range);
  }

  @Rpc(linkTotalsRpc)
  async totals(input: RpcInput<typeof linkTotalsRpc>, call: RpcCall): Promise<RpcReply<typeof linkTotalsRpc>> {
    return { data: await this.statistics.linkTotals(requireCaller(call).workspace_id, input.link_ids) };
  }
}
