import { getSessionRpc, type RpcInput, type RpcReply, signOutRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SessionService } from './session.service.js';

@Controller()
export class SessionController {
  constructor(private readonly sessions: SessionService) {}

  @Rpc(getSessionRpc)
  get({ session_token }: RpcInput<typeof getSessionRpc>, _call: RpcCall): Promise<RpcReply<typeof getSessionRpc>> {
    return this.sessions.find(session_token);
  }

  @Rpc(signOutRpc)
  async signOut({ session_token }: RpcInput<typeof signOutRpc>, _call: RpcCall): Promise<RpcReply<typeof signOutRpc>> {
    return { ended: await this.sessions.end(session_token) };
  }
}
