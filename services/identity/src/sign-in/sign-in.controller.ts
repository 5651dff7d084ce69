import { type RpcInput, type RpcReply, signIn } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Rpc(signIn)
  signIn(input: RpcInput<typeof signIn>, _call: RpcCall): Promise<RpcReply<typeof signIn>> {
    return this.signIns.signIn(input);
  }
}
