import { decideReportRpc, listReportCasesRpc, type RpcInput, reportLinkRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ReportService } from './report.service.js';

@Controller()
export class ReportController {
  constructor(private readonly reports: ReportService) {}

  @Rpc(reportLinkRpc)
  report(request: RpcInput<typeof reportLinkRpc>) {
    return this.reports.report(request);
  }

  @Rpc(listReportCasesRpc)
  page(query: RpcInput<typeof listReportCasesRpc>) {
    return this.reports.page(query);
  }

  @Rpc(decideReportRpc)
  async decide(request: RpcInput<typeof decideReportRpc>, { caller }: RpcCall<typeof decideReportRpc>) {
    await this.reports.decide(request, caller);
    return {};
  }
}
