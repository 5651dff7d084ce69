import { getSiteImage, getSiteImageRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import type { ApiReply, ApiRequest } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';

@Controller()
export class SiteImagesController {
  constructor(private readonly rpc: RpcClient) {}

  /** Kept for good by whoever has it: its address is never another image's. */
  @Endpoint(getSiteImage)
  async get({ params }: EndpointInput<typeof getSiteImage>, _request: ApiRequest, reply: ApiReply) {
    const { image } = await this.rpc.call(getSiteImageRpc, params);
    void reply
      .type('image/webp')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline; filename="site.webp"');
    return Buffer.from(image, 'base64');
  }
}
