import { beginDataExportRpc, exportOwnData } from '@linkway/contracts';
import { AppError, RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { Entrance } from '../auth/entrance.js';
import { type ApiReply, type ApiRequest, sessionCaller } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { localeOf } from '../http/locale.js';
import { SessionCookie } from '../session/session-cookie.js';
import { DataExports } from './data-exports.js';

@Controller()
export class DataExportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly entrance: Entrance,
    private readonly cookie: SessionCookie,
    private readonly exports: DataExports,
  ) {}

  @Endpoint(exportOwnData)
  async export({ body }: EndpointInput<typeof exportOwnData>, request: ApiRequest, reply: ApiReply) {
    const token = this.cookie.read(request);
    if (!request.session || token === null) throw new AppError('auth.unauthenticated');
    const caller = sessionCaller(request.session);
    const leave = this.exports.enter(caller.user_id);
    try {
      const { origin } = this.entrance.of(request);
      const account = await this.rpc.call(beginDataExportRpc, { ...body, origin }, { caller });
      const language = account.settings.language ?? localeOf(request.headers['accept-language']);
      const madeAt = new Date();
      const archive = this.exports.archive({ account, language, madeAt, caller, token });
      archive.once('close', leave);
      // Whoever has gone meanwhile takes none of it.
      if (reply.raw.closed) archive.destroy();
      const day = madeAt.toISOString().slice(0, 10);
      void reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="linkway-data-${day}.zip"`)
        // Whatever stands in between hands it on as it comes.
        .header('x-accel-buffering', 'no');
      return archive;
    } catch (error) {
      leave();
      throw error;
    }
  }
}
