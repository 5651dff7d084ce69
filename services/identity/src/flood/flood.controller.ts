import { type RpcInput, type RpcReply, reportFloodsRpc } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { FloodService } from './flood.service.js';

@Controller()
export class FloodController {
  constructor(private readonly floods: FloodService) {}

  @Rpc(reportFloodsRpc)
  async report(report: RpcInput<typeof reportFloodsRpc>): Promise<RpcReply<typeof reportFloodsRpc>> {
    await this.floods.report(report);
    return {};
  }
}
