import { describeClicksRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { EnrichService } from './enrich.service.js';

/** Says of clicks what is kept of them, to links, which tells their owners. */
@Controller()
export class DescribeController {
  constructor(private readonly enricher: EnrichService) {}

  @Rpc(describeClicksRpc)
  async describe({ clicks }: RpcInput<typeof describeClicksRpc>): Promise<RpcReply<typeof describeClicksRpc>> {
    const rows = await Promise.all(clicks.map((click) => this.enricher.enrich(click)));
    return {
      data: rows.map(({ event_id, country, device, browser, referer, kind }) => ({
        event_id,
        country,
        device,
        browser,
        referrer: referer,
        kind: kind as RpcReply<typeof describeClicksRpc>['data'][number]['kind'],
      })),
    };
  }
}
