import { changePassword, changePasswordRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiReply, type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Sessions } from '../session/sessions.js';
import { Entrance } from './entrance.js';

@Controller()
export class PasswordController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly entrance: Entrance,
    private readonly sessions: Sessions,
  ) {}

  /** As somebody who signs in again: under a new token, where all former ones are over. */
  @Endpoint(changePassword)
  async change({ body }: EndpointInput<typeof changePassword>, request: ApiRequest, reply: ApiReply) {
    const { origin } = this.entrance.of(request);
    const started = await this.rpc.call(changePasswordRpc, { ...body, origin }, { caller: callerOf(request) });
    // The events of all others come as well, a moment later.
    this.sessions.forgetUser(started.user.id);
    return this.entrance.enter(started, request, reply);
  }
}
