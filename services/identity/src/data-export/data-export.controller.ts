import {
  beginDataExportRpc,
  type ExportedAccount,
  type ExportedPortion,
  identityExportPortionRpc,
  type RpcInput,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DataExportService } from './data-export.service.js';

@Controller()
export class DataExportController {
  constructor(private readonly exports: DataExportService) {}

  @Rpc(beginDataExportRpc)
  begin(
    input: RpcInput<typeof beginDataExportRpc>,
    { caller }: RpcCall<typeof beginDataExportRpc>,
  ): Promise<ExportedAccount> {
    return this.exports.begin(input, caller);
  }

  @Rpc(identityExportPortionRpc)
  portion(
    input: RpcInput<typeof identityExportPortionRpc>,
    { caller }: RpcCall<typeof identityExportPortionRpc>,
  ): Promise<ExportedPortion> {
    return this.exports.portion(input, caller);
  }
}
