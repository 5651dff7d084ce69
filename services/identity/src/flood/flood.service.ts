import type { RpcInput, reportFloodsRpc } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { ThreatWatch } from '../threat/threat-watch.js';
import { FloodReportRepository } from './flood-report.repository.js';

/** Floods that gateways and redirects refuse, counted for the rules. */
@Injectable()
export class FloodService {
  constructor(
    private readonly reports: FloodReportRepository,
    private readonly watch: ThreatWatch,
  ) {}

  report({ report_id, floods }: RpcInput<typeof reportFloodsRpc>): Promise<void> {
    // In one order, so that two reports of the same networks do not wait for each other.
    const inOrder = [...floods].sort((a, b) => (a.ip_address < b.ip_address ? -1 : 1));
    return this.reports.inOne(async (manager) => {
      if (!(await this.reports.isNew(report_id, manager))) return;
      for (const { ip_address, refused } of inOrder) await this.watch.flooded(ip_address, refused, manager);
    });
  }
}
