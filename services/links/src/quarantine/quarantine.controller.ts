import { appealQuarantineRpc, decideQuarantineRpc, listQuarantinedLinksRpc, type RpcInput } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { QuarantineService } from './quarantine.service.js';

@Controller()
export class QuarantineController {
  constructor(private readonly quarantines: QuarantineService) {}

  @Rpc(appealQuarantineRpc)
  appeal(request: RpcInput<typeof appealQuarantineRpc>, { caller }: RpcCall<typeof appealQuarantineRpc>) {
    return this.quarantines.appeal(request, caller);
  }

  @Rpc(listQuarantinedLinksRpc)
  page(query: RpcInput<typeof listQuarantinedLinksRpc>) {
    return this.quarantines.page(query);
  }

  @Rpc(decideQuarantineRpc)
  async decide(request: RpcInput<typeof decideQuarantineRpc>, { caller }: RpcCall<typeof decideQuarantineRpc>) {
    await this.quarantines.decide(request, caller);
    return {};
  }
}
