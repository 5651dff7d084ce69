import { updateProfile, updateProfileRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Sessions } from '../session/sessions.js';

@Controller()
export class ProfileController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Endpoint(updateProfile)
  async update({ body }: EndpointInput<typeof updateProfile>, request: ApiRequest) {
    const profile = await this.rpc.call(updateProfileRpc, body, { caller: callerOf(request) });
    // Whoever asks next, as the page does, must not be told the former one; the event comes as well, a moment later.
    if (request.session) this.sessions.forgetUser(request.session.user.id);
    return profile;
  }
}
