import { deleteAvatar, deleteAvatarRpc, getAvatar, getAvatarRpc, setAvatar, setAvatarRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiReply, type ApiRequest, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { Sessions } from '../session/sessions.js';
import { smallSquare } from './small-square.js';

@Controller()
export class AvatarController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
  ) {}

  /** Made small here: NATS takes no five megabytes. */
  @Endpoint(setAvatar)
  async set(_input: EndpointInput<typeof setAvatar>, request: ApiRequest) {
    const square = await smallSquare(request.body as Buffer, request.whom ?? null);
    const image = square.toString('base64');
    const profile = await this.rpc.call(setAvatarRpc, { image }, { caller: callerOf(request) });
    this.forget(request);
    return profile;
  }

  @Endpoint(deleteAvatar)
  async delete(_input: EndpointInput<typeof deleteAvatar>, request: ApiRequest) {
    await this.rpc.call(deleteAvatarRpc, {}, { caller: callerOf(request) });
    this.forget(request);
  }

  /** Kept for good by whoever has it: its address is never another picture's. */
  @Endpoint(getAvatar)
  async get({ params }: EndpointInput<typeof getAvatar>, _request: ApiRequest, reply: ApiReply) {
    const { image } = await this.rpc.call(getAvatarRpc, params);
    void reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline; filename="avatar.webp"');
    return Buffer.from(image, 'base64');
  }

  private forget({ session }: ApiRequest): void {
    if (session) this.sessions.forgetUser(session.user.id);
  }
}
