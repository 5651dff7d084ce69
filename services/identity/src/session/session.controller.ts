import {
  endOtherSessionsRpc,
  endSessionRpc,
  getSessionRpc,
  listSessionsRpc,
  type RpcInput,
  type RpcReply,
  signOutRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SessionService } from './session.service.js';
import { openSession } from './session.view.js';

@Controller()
export class SessionController {
  constructor(private readonly sessions: SessionService) {}

  @Rpc(getSessionRpc)
  get(input: RpcInput<typeof getSessionRpc>, _call: RpcCall): Promise<RpcReply<typeof getSessionRpc>> {
    return this.sessions.find(input);
  }

  @Rpc(signOutRpc)
  async signOut({ session_token }: RpcInput<typeof signOutRpc>, _call: RpcCall): Promise<RpcReply<typeof signOutRpc>> {
    return { ended: await this.sessions.end(session_token) };
  }

  @Rpc(listSessionsRpc)
  async list(
    _input: RpcInput<typeof listSessionsRpc>,
    { caller }: RpcCall<typeof listSessionsRpc>,
  ): Promise<RpcReply<typeof listSessionsRpc>> {
    const current = await this.sessions.ofCaller(caller);
    const open = await this.sessions.listOpen(current);
    return { data: open.map((session) => openSession(session, session.id === current.id)) };
  }

  @Rpc(endSessionRpc)
  async endOne({ id }: RpcInput<typeof endSessionRpc>, { caller }: RpcCall<typeof endSessionRpc>) {
    await this.sessions.endOne(id, await this.sessions.ofCaller(caller));
    return { id };
  }

  @Rpc(endOtherSessionsRpc)
  async endOthers(
    _input: RpcInput<typeof endOtherSessionsRpc>,
    { caller }: RpcCall<typeof endOtherSessionsRpc>,
  ): Promise<RpcReply<typeof endOtherSessionsRpc>> {
    return { ended: await this.sessions.endOthers(await this.sessions.ofCaller(caller)) };
  }
}
