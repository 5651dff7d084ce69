import type { RpcInput, reportFloodsRpc } from '@linkway/contracts';
import { networkOf } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { CountedReportRepository } from '../report/counted-report.repository.js';
import { ThreatWatch } from '../threat/threat-watch.js';

/** Floods that gateways and redirects refuse, counted for the rules. */
@Injectable()
export class FloodService {
  constructor(
    private readonly reports: CountedReportRepository,
    private readonly watch: ThreatWatch,
  ) {}

  report({ report_id, floods }: RpcInput<typeof reportFloodsRpc>): Promise<void> {
    // In one order, so that two reports of the same networks do not wait for each other: by network, of which each may name another address.
    const inOrder = floods
      .map((flood) => ({ ...flood, network: networkOf(flood.ip_address) }))
      .sort((a, b) => (a.network < b.network ? -1 : 1));
    return this.reports.once(report_id, async (manager) => {
      for (const { ip_address, refused } of inOrder) await this.watch.flooded(ip_address, refused, manager);
    });
  }
}
