import { getLanguageTexts, languageTextsRpc, listLanguages } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import type { ApiReply, ApiRequest } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { OfferedLanguages } from './offered-languages.js';

/** What pages ask for. */
@Controller()
export class LanguagesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly offered: OfferedLanguages,
  ) {}

  @Endpoint(listLanguages)
  async list(_input: EndpointInput<typeof listLanguages>, request: ApiRequest, reply: ApiReply) {
    const { data, etag } = await this.offered.list();
    void reply.header('cache-control', 'public, max-age=5').header('etag', etag);
    if (request.headers['if-none-match'] === etag) void reply.code(304);
    return { data };
  }

  /** Whoever asks for a state that is over gets the present one, which nobody keeps under that address. */
  @Endpoint(getLanguageTexts)
  async texts({ params }: EndpointInput<typeof getLanguageTexts>, _request: ApiRequest, reply: ApiReply) {
    const { texts, state } = await this.rpc.call(languageTextsRpc, { code: params.code });
    if (state === params.texts) void reply.header('cache-control', 'public, max-age=31536000, immutable');
    return { texts };
  }
}
