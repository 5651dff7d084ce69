import type { RpcInput, reportMaliciousLinksRpc } from '@linkway/contracts';
import { networkOf } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { CountedReportRepository } from '../report/counted-report.repository.js';
import { ThreatWatch } from '../threat/threat-watch.js';
import { UserRepository } from '../user/user.repository.js';

type Report = RpcInput<typeof reportMaliciousLinksRpc>;

/** Links that mean harm, which links and gateways refuse, counted for the rules. */
@Injectable()
export class MaliciousLinkService {
  constructor(
    private readonly reports: CountedReportRepository,
    private readonly users: UserRepository,
    private readonly watch: ThreatWatch,
  ) {}

  report({ report_id, sources }: Report): Promise<void> {
    // In one order, so that two reports of the same sources do not wait for each other.
    const inOrder = sources
      .map((source) => ({ ...source, subject: source.user_id ?? networkOf(source.ip_address ?? '') }))
      .sort((a, b) => (a.subject < b.subject ? -1 : 1));
    return this.reports.once(report_id, async (manager) => {
      // What accounts did that are gone is of nobody. They are not locked: who deletes one takes its tally first. One that goes in this moment
      // fails the report, which is told again.
      const known = await this.users.existing(
        inOrder.flatMap(({ user_id }) => user_id ?? []),
        manager,
      );
      for (const { user_id: userId, ip_address: ip, refused } of inOrder) {
        if (userId === null || known.has(userId)) await this.watch.maliciousLinks({ userId, ip }, refused, manager);
      }
    });
  }
}
