import { followClicks } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import type { ApiReply, ApiRequest } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { SessionCookie } from '../session/session-cookie.js';
import { ClickStreams } from './click-streams.js';

@Controller()
export class LiveController {
  constructor(
    private readonly streams: ClickStreams,
    private readonly cookie: SessionCookie,
  ) {}

  @Endpoint(followClicks)
  async clicks({ query }: EndpointInput<typeof followClicks>, request: ApiRequest, reply: ApiReply) {
    const { session } = request;
    const token = this.cookie.read(request);
    if (!session || token === null) throw new AppError('auth.unauthenticated');
    if (query.account !== undefined && query.account !== session.user.id) {
      throw new AppError('session.other_account');
    }
    const stream = this.streams.follow({ session, token, ip: request.ip });
    // Whatever stands in between hands on each event as it comes.
    void reply.type('text/event-stream').header('x-accel-buffering', 'no');
    if (request.method === 'HEAD') stream.finish();
    return stream;
  }
}
