import { updateSettings, updateSettingsRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiReply, type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { OwnVisitsCookie } from '../session/own-visits-cookie.js';
import { Sessions } from '../session/sessions.js';

@Controller()
export class SettingsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly ownVisits: OwnVisitsCookie,
  ) {}

  @Endpoint(updateSettings)
  async update({ body }: EndpointInput<typeof updateSettings>, request: ApiRequest, reply: ApiReply) {
    const settings = await this.rpc.call(updateSettingsRpc, body, { caller: callerOf(request) });
    // Its event comes as well, a moment later: what is asked next is answered with them already.
    if (request.session) {
      this.sessions.forgetUser(request.session.user.id);
      this.ownVisits.keep(request, reply, settings.own_visits_token, request.session.expires_at);
    }
    return settings;
  }
}
