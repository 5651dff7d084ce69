import { checkDestinationRpc, type RpcInput } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DestinationCheckService } from './destination-check.service.js';

@Controller()
export class DestinationCheckController {
  constructor(private readonly checks: DestinationCheckService) {}

  @Rpc(checkDestinationRpc)
  check(request: RpcInput<typeof checkDestinationRpc>, { caller }: RpcCall<typeof checkDestinationRpc>) {
    return this.checks.check(request, caller);
  }
}
