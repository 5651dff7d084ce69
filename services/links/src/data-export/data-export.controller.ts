import { type ExportedPortion, linksExportPortionRpc, type RpcInput } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DataExportService } from './data-export.service.js';

@Controller()
export class DataExportController {
  constructor(private readonly exports: DataExportService) {}

  @Rpc(linksExportPortionRpc)
  portion(
    { table, from }: RpcInput<typeof linksExportPortionRpc>,
    { caller }: RpcCall<typeof linksExportPortionRpc>,
  ): Promise<ExportedPortion> {
    return this.exports.portion(table, caller.workspace_id, from);
  }
}
