import { randomUUID } from 'node:crypto';
import { type Caller, MOST_SOURCES_OF_A_REPORT, type RpcInput, reportMaliciousLinksRpc } from '@linkway/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { LOOPBACK, networkOf, UNKNOWN } from '../address/network.js';
import { AppLogger } from '../log/logger.js';
import { PacedReports } from '../report/paced-reports.js';
import { RpcClient } from '../rpc/rpc-client.js';

type Report = RpcInput<typeof reportMaliciousLinksRpc>;
type Source = Report['sources'][number];

const MOST_SOURCES = 10_000;

/**
 * Tells the security centre who wants links that mean harm, of which this process refuses each. Whoever is signed in, or has an API key, is
 * counted by the account, anybody else by the network. Of more sources than a report holds the others are told with the next.
 */
@Injectable()
export class MaliciousLinkReporter {
  private readonly sources = new Map<string, Source>();
  private readonly reports: PacedReports<Report>;

  constructor(@Inject(RpcClient) rpc: Pick<RpcClient, 'call'>, @Inject(AppLogger) logger: Pick<AppLogger, 'warn'>) {
    const reports = {
      take: () => this.report(),
      areDue: () => this.sources.size > 0,
      tell: (report: Report) => rpc.call(reportMaliciousLinksRpc, report),
      failure: 'refused links cannot be told to the security centre',
    };
    this.reports = new PacedReports(reports, logger);
  }

  /** One more was refused. `ip`: where it was asked for from; null: not known. An administrator who acts as a user does so as themselves. */
  count(caller: Caller | null, ip: string | null): void {
    if (caller?.kind === 'service') return;
    const network = networkOf(ip ?? '');
    const ip_address = network === LOOPBACK || network === UNKNOWN ? null : withoutZone(ip);
    const user_id = accountOf(caller);
    // This machine is no network: behind a proxy that hides addresses it is everybody.
    if (user_id === null && ip_address === null) return;
    const key = user_id ?? network;
    const before = this.sources.get(key);
    if (!before && this.sources.size >= MOST_SOURCES) return;
    const refused = (before?.refused ?? 0) + 1;
    this.sources.set(key, { user_id, ip_address: ip_address ?? before?.ip_address ?? null, refused });
    this.reports.begin();
  }

  onModuleDestroy(): void {
    this.reports.stop();
  }

  private report(): Report | null {
    const told = [...this.sources].slice(0, MOST_SOURCES_OF_A_REPORT);
    for (const [key] of told) this.sources.delete(key);
    return told.length === 0 ? null : { report_id: randomUUID(), sources: told.map(([, source]) => source) };
  }
}

/** Of an address of a link, which interface of this machine it came in by. */
const withoutZone = (ip: string | null): string | null => ip?.replace(/%.*$/, '') ?? null;

function accountOf(caller: Exclude<Caller, { kind: 'service' }> | null): string | null {
  if (!caller) return null;
  const impersonator = 'impersonator_id' in caller ? caller.impersonator_id : undefined;
  return impersonator ?? caller.user_id;
}
