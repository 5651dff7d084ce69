import { forgotPasswordRpc, type RpcInput, resetPasswordRpc } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ForgottenPasswordService } from './forgotten-password.service.js';
import { PasswordResetService } from './password-reset.service.js';

@Controller()
export class PasswordResetController {
  constructor(
    private readonly forgotten: ForgottenPasswordService,
    private readonly resets: PasswordResetService,
  ) {}

  @Rpc(forgotPasswordRpc)
  async forgot(input: RpcInput<typeof forgotPasswordRpc>) {
    await this.forgotten.ask(input);
    return {};
  }

  @Rpc(resetPasswordRpc)
  async reset(input: RpcInput<typeof resetPasswordRpc>) {
    await this.resets.reset(input);
    return {};
  }
}
