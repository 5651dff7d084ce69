import { endImpersonation, endImpersonationRpc, startImpersonation, startImpersonationRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Sessions } from '../session/sessions.js';

/** Whoever asks who they are next is told; the event comes as well, a moment later, here and at the other gateways. */
@Controller()
export class ImpersonationController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  @Endpoint(startImpersonation)
  async start({ params, body }: EndpointInput<typeof startImpersonation>, request: ApiRequest) {
    const caller = callerOf(request);
    const started = await this.rpc.call(startImpersonationRpc, { ...params, ...body }, { caller });
    this.change(request);
    return started;
  }

  @Endpoint(endImpersonation)
  async end(_input: EndpointInput<typeof endImpersonation>, request: ApiRequest) {
    await this.rpc.call(endImpersonationRpc, {}, { caller: callerOf(request) });
    this.change(request);
  }

  private change({ session }: ApiRequest): void {
    if (session) this.sessions.change(session.session_id);
  }
}
