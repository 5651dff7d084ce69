import { randomUUID } from 'node:crypto';
import { MOST_FLOODS_OF_A_REPORT, type RpcInput, reportFloodsRpc } from '@linkway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { LOOPBACK, networkOf, UNKNOWN } from '../address/network.js';
import { AppLogger } from '../log/logger.js';
import { PacedReports } from '../report/paced-reports.js';
import { RpcClient } from '../rpc/rpc-client.js';

type Report = RpcInput<typeof reportFloodsRpc>;

/** Of a network between two reports; whom a limit stops now and then is no flood. */
const WORTH_TELLING = 10;
const MOST_ADDRESSES = 10_000;
const MOST_REFUSED = 1_000_000_000;

/**
 * Tells the security centre of networks whose requests this process refuses since there are too many. Counting one costs next
 * to nothing, as there is no time in a flood.
 */
@Injectable()
export class FloodReporter {
  private readonly refused = new Map<string, number>();
  private readonly reports: PacedReports<Report>;

  constructor(@Inject(RpcClient) rpc: Pick<RpcClient, 'call'>, @Inject(AppLogger) logger: Pick<AppLogger, 'warn'>) {
    const reports = {
      take: () => this.report(),
      areDue: () => this.refused.size > 0,
      tell: (report: Report) => rpc.call(reportFloodsRpc, report),
      failure: 'floods cannot be told to the security centre',
    };
    this.reports = new PacedReports(reports, logger);
  }

  /** One more request of an address was refused. */
  count(ip: string): void {
    const before = this.refused.get(ip);
    if (before === undefined && this.refused.size >= MOST_ADDRESSES) return;
    this.refused.set(ip, (before ?? 0) + 1);
    this.reports.begin();
  }

  onModuleDestroy(): void {
    this.reports.stop();
  }

  private report(): Report | null {
    const networks = new Map<string, { ip: string; count: number }>();
    for (const [ip, count] of this.refused) {
      const network = networkOf(ip);
      if (network !== LOOPBACK && network !== UNKNOWN)
        networks.set(network, { ip, count: (networks.get(network)?.count ?? 0) + count });
    }
    this.refused.clear();
    const floods = [...networks.values()]
      .filter(({ count }) => count >= WORTH_TELLING)
      .sort((a, b) => b.count - a.count)
      .slice(0, MOST_FLOODS_OF_A_REPORT)
      .map(({ ip, count }) => ({ ip_address: ip, refused: Math.min(count, MOST_REFUSED) }));
    return floods.length === 0 ? null : { report_id: randomUUID(), floods };
  }
}
