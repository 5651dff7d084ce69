import { changePasswordRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { PasswordChangeService } from './password-change.service.js';

@Controller()
export class PasswordChangeController {
  constructor(private readonly changes: PasswordChangeService) {}

  @Rpc(changePasswordRpc)
  change(
    input: RpcInput<typeof changePasswordRpc>,
    { caller }: RpcCall<typeof changePasswordRpc>,
  ): Promise<RpcReply<typeof changePasswordRpc>> {
    return this.changes.change(input, caller);
  }
}
