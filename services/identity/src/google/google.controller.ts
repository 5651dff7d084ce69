import { finishGoogleSignInRpc, keepGoogleSignInRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { GoogleSignInService } from './google-sign-in.service.js';

@Controller()
export class GoogleController {
  constructor(private readonly signIns: GoogleSignInService) {}

  @Rpc(keepGoogleSignInRpc)
  keep(
    { claims, accept_terms }: RpcInput<typeof keepGoogleSignInRpc>,
    _call: RpcCall,
  ): Promise<RpcReply<typeof keepGoogleSignInRpc>> {
    return this.signIns.keep(claims, accept_terms);
  }

  @Rpc(finishGoogleSignInRpc)
  finish(
    input: RpcInput<typeof finishGoogleSignInRpc>,
    _call: RpcCall,
  ): Promise<RpcReply<typeof finishGoogleSignInRpc>> {
    return this.signIns.finish(input);
  }
}
