import { getSession, type RpcInput, type RpcReply, signOut } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SessionService } from './session.service.js';

@Controller()
export class SessionController {
  constructor(private readonly sessions: SessionService) {}

  @Rpc(getSession)
  get({ session_token }: RpcInput<typeof getSession>, _call: RpcCall): Promise<RpcReply<typeof getSession>> {
    return this.sessions.find(session_token);
  }

  @Rpc(signOut)
  async signOut({ session_token }: RpcInput<typeof signOut>, _call: RpcCall): Promise<RpcReply<typeof signOut>> {
    return { ended: await this.sessions.end(session_token) };
  }
}
