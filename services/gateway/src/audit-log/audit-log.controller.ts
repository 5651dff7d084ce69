import { beginAuditExportRpc, exportAuditLog, verifyAuditLog, verifyAuditLogRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiReply, type ApiRequest, byOf, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';
import { AuditExports } from './audit-export.js';

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' };

@Controller()
export class AuditLogController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly exports: AuditExports,
  ) {}

  @Endpoint(verifyAuditLog)
  verify({ query: { next, ...noted } }: EndpointInput<typeof verifyAuditLog>, request: ApiRequest) {
    return this.rpc.call(verifyAuditLogRpc, { noted, next, by: byOf(request) }, { caller: callerOf(request) });
  }

  @Endpoint(exportAuditLog)
  async export(
    { query: { format, ...filter } }: EndpointInput<typeof exportAuditLog>,
    request: ApiRequest,
    reply: ApiReply,
  ) {
    const caller = callerOf(request);
    const by = byOf(request);
    // Asked without its body it is no export.
    const begun =
      request.method === 'HEAD' ? null : await this.rpc.call(beginAuditExportRpc, { filter, format, by }, { caller });
    const day = new Date().toISOString().slice(0, 10);
    void reply
      .type(TYPES[format])
      .header('content-disposition', `attachment; filename="linkway-audit-log-${day}.${format}"`);
    return begun ? this.exports.read(format, { filter, beforeSeq: begun.before_seq, caller }) : '';
  }
}
