import { confirmEmailRpc, type RpcInput, resendConfirmationRpc } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ConfirmationService } from './confirmation.service.js';

@Controller()
export class ConfirmationController {
  constructor(private readonly confirmations: ConfirmationService) {}

  @Rpc(confirmEmailRpc)
  async confirm(input: RpcInput<typeof confirmEmailRpc>) {
    await this.confirmations.confirm(input);
    return {};
  }

  @Rpc(resendConfirmationRpc)
  async resend(input: RpcInput<typeof resendConfirmationRpc>) {
    await this.confirmations.resend(input);
    return {};
  }
}
