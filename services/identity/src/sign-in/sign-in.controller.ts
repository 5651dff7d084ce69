import { type RpcInput, type RpcReply, signInRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Rpc(signInRpc)
  signIn(input: RpcInput<typeof signInRpc>, _call: RpcCall): Promise<RpcReply<typeof signInRpc>> {
    return this.signIns.signIn(input);
  }
}
