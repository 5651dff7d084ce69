import { explainLinkRpc, type RpcInput } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ExplainService } from './explain.service.js';

@Controller()
export class ExplainController {
  constructor(private readonly service: ExplainService) {}

  @Rpc(explainLinkRpc)
  explain({ id, ...visit }: RpcInput<typeof explainLinkRpc>, { caller }: RpcCall<typeof explainLinkRpc>) {
    return this.service.explain(id, visit, caller);
  }
}
