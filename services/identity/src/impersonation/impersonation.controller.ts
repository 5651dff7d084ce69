import {
  endImpersonationRpc,
  type RpcInput,
  type RpcReply,
  recordImpersonatedActRpc,
  startImpersonationRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ImpersonationService } from './impersonation.service.js';

@Controller()
export class ImpersonationController {
  constructor(private readonly impersonation: ImpersonationService) {}

  @Rpc(startImpersonationRpc)
  start(
    input: RpcInput<typeof startImpersonationRpc>,
    { caller }: RpcCall<typeof startImpersonationRpc>,
  ): Promise<RpcReply<typeof startImpersonationRpc>> {
    return this.impersonation.start(input, caller);
  }

  @Rpc(endImpersonationRpc)
  async end(
    _input: RpcInput<typeof endImpersonationRpc>,
    { caller }: RpcCall<typeof endImpersonationRpc>,
  ): Promise<RpcReply<typeof endImpersonationRpc>> {
    await this.impersonation.end(caller);
    return {};
  }

  @Rpc(recordImpersonatedActRpc)
  async recordAct(
    input: RpcInput<typeof recordImpersonatedActRpc>,
    { caller }: RpcCall<typeof recordImpersonatedActRpc>,
  ): Promise<RpcReply<typeof recordImpersonatedActRpc>> {
    await this.impersonation.recordAct(input, caller);
    return {};
  }
}
