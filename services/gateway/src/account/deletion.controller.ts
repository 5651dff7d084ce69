import {
  cancelAccountDeletion,
  cancelAccountDeletionRpc,
  requestAccountDeletion,
  requestAccountDeletionRpc,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { Entrance } from '../auth/entrance.js';
import { type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Sessions } from '../session/sessions.js';

/** Whoever asks who they are next, as the page does, is told that it will be deleted, or not; the event comes as well, a moment later. */
@Controller()
export class DeletionController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly entrance: Entrance,
    private readonly sessions: Sessions,
  ) {}

  @Endpoint(requestAccountDeletion)
  async request({ body }: EndpointInput<typeof requestAccountDeletion>, request: ApiRequest) {
    const { origin } = this.entrance.of(request);
    const caller = callerOf(request);
    const deletion = await this.rpc.call(requestAccountDeletionRpc, { ...body, origin }, { caller });
    if (request.session) this.sessions.forgetUser(request.session.user.id);
    return deletion;
  }

  @Endpoint(cancelAccountDeletion)
  async cancel(_input: EndpointInput<typeof cancelAccountDeletion>, request: ApiRequest) {
    await this.rpc.call(cancelAccountDeletionRpc, {}, { caller: callerOf(request) });
    if (request.session) this.sessions.forgetUser(request.session.user.id);
  }
}
