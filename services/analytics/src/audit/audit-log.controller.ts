import {
  auditLogPortionRpc,
  beginAuditExportRpc,
  listAuditLogRpc,
  type RpcInput,
  verifyAuditLogRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { QuestionQueue } from '../query/question-queue.js';
import { AuditLogService } from './audit-log.service.js';

@Controller()
export class AuditLogController {
  constructor(
    private readonly log: AuditLogService,
    private readonly queue: QuestionQueue,
  ) {}

  @Rpc(listAuditLogRpc)
  list(input: RpcInput<typeof listAuditLogRpc>, { caller }: RpcCall<typeof listAuditLogRpc>) {
    return this.queue.askAs(listAuditLogRpc, input, caller, () => this.log.page(input));
  }

  @Rpc(auditLogPortionRpc)
  portion(input: RpcInput<typeof auditLogPortionRpc>, { caller }: RpcCall<typeof auditLogPortionRpc>) {
    return this.queue.askAs(auditLogPortionRpc, input, caller, () => this.log.portion(input));
  }

  @Rpc(beginAuditExportRpc)
  beginExport(input: RpcInput<typeof beginAuditExportRpc>, { caller }: RpcCall<typeof beginAuditExportRpc>) {
    return this.log.beginExport(input, caller);
  }

  @Rpc(verifyAuditLogRpc)
  verify(input: RpcInput<typeof verifyAuditLogRpc>, { caller }: RpcCall<typeof verifyAuditLogRpc>) {
    return this.queue.askAs(verifyAuditLogRpc, input, caller, () => this.log.verify(input, caller));
  }
}
