import { getLinkAnalytics, getLinkRpc, getOverview, linkAnalyticsRpc, rangeOfApi } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { OverviewService } from './overview.service.js';

@Controller()
export class AnalyticsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly overviews: OverviewService,
  ) {}

  @Endpoint(getLinkAnalytics)
  async link({ params, query }: EndpointInput<typeof getLinkAnalytics>, request: ApiRequest) {
    const caller = callerOf(request);
    // Whether the link is the caller's is for the links service to say.
    const { id } = await this.rpc.call(getLinkRpc, params, { caller });
    return this.rpc.call(linkAnalyticsRpc, { link_id: id, range: rangeOfApi(query) }, { caller });
  }

  @Endpoint(getOverview)
  async overview({ query }: EndpointInput<typeof getOverview>, request: ApiRequest) {
    return this.overviews.compose(rangeOfApi(query), callerOf(request));
  }
}
