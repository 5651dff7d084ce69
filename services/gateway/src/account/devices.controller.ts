import {
  endOtherSessions,
  endOtherSessionsRpc,
  endSession,
  endSessionRpc,
  listSessions,
  listSessionsRpc,
  type OpenSession,
  placesRpc,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiReply, type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Outages } from '../http/outages.js';
import { SessionCookie } from '../session/session-cookie.js';
import { Sessions } from '../session/sessions.js';

@Controller()
export class DevicesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly outages: Outages,
  ) {}

  @Endpoint(listSessions)
  async list(_input: EndpointInput<typeof listSessions>, request: ApiRequest) {
    const { data } = await this.rpc.call(listSessionsRpc, {}, { caller: callerOf(request) });
    const places = await this.placesOf(data, request);
    return {
      data: data.map((session) => {
        const { country = null, city = null } = places.get(session.ip_address) ?? {};
        return { ...session, country, city };
      }),
    };
  }

  @Endpoint(endSession)
  async end({ params }: EndpointInput<typeof endSession>, request: ApiRequest, reply: ApiReply) {
    const { id } = await this.rpc.call(endSessionRpc, params, { caller: callerOf(request) });
    this.sessions.end(id);
    if (id === request.session?.session_id) this.cookie.clear(reply);
  }

  @Endpoint(endOtherSessions)
  async endOthers(_input: EndpointInput<typeof endOtherSessions>, request: ApiRequest) {
    const told = await this.rpc.call(endOtherSessionsRpc, {}, { caller: callerOf(request) });
    // Their events come as well, a moment later.
    if (request.session) this.sessions.forgetUser(request.session.user.id);
    return told;
  }

  private async placesOf(sessions: OpenSession[], request: ApiRequest) {
    const addresses = [...new Set(sessions.map(({ ip_address }) => ip_address))];
    const asked = this.rpc.call(placesRpc, { addresses }, { caller: callerOf(request) });
    const places = await this.outages.nullDuring('analytics', asked);
    return new Map(places?.data.map((place) => [place.address, place]));
  }
}
