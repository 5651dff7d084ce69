import { type EndpointContract, endImpersonation, logout, recordImpersonatedActRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { type ApiRequest, callerOf } from '../http/api-request.js';

const MOST_PATH = 500;
/** They have entries of their own. */
const ENDS = new Set([endImpersonation.operationId, logout.operationId]);

/** What administrators do as somebody else: the audit log is told of each change before it is made, or it is not made. */
@Injectable()
export class ImpersonatedActs {
  constructor(private readonly rpc: RpcClient) {}

  async record(
    request: ApiRequest,
    { method, operationId }: Pick<EndpointContract, 'method' | 'operationId'>,
  ): Promise<void> {
    if (!request.session?.impersonation || method === 'get' || ENDS.has(operationId)) return;
    const path = (request.url.split('?')[0] ?? '').slice(0, MOST_PATH);
    await this.rpc.call(recordImpersonatedActRpc, { operation: operationId, path }, { caller: callerOf(request) });
  }
}
