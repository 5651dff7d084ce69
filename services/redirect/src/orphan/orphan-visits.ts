import { randomUUID } from 'node:crypto';
import {
  MOST_ORPHANS_OF_A_REPORT,
  type OrphanReason,
  type Route,
  type RpcInput,
  reportOrphanVisitsRpc,
} from '@linkway/contracts';
import { AppLogger, PacedReports, RpcClient } from '@linkway/platform';
import { kindOf } from '@linkway/platform/visitor';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HostBook } from '../host/host-book.js';
import type { Visit } from '../visit/visit.js';

type Report = RpcInput<typeof reportOrphanVisitsRpc>;
type Orphans = Report['orphans'][number];

/** Of codes that no link is known by: whoever tries thousands tells nothing by each. */
const MOST_UNKNOWN = 200;
/** Of everything else: links, reasons and kinds of visitors are bounded by what there is. */
const MOST_KEYS = 5_000;
const HOUR_MS = 3_600_000;
/** Of a flood nothing is looked at: there is no time in one. */
const UNSEEN: ReadonlySet<OrphanReason> = new Set(['flooding', 'busy', 'blocked']);

interface Counted extends Omit<Orphans, 'visits' | 'first_at' | 'last_at'> {
  visits: number;
  first: number;
  last: number;
}

/** What visits are told apart by. */
type Alike = Pick<Orphans, 'workspace_id' | 'link_id' | 'host' | 'code' | 'reason' | 'kind'>;

/**
 * Counts visits that led nowhere, and has them told to the statistics once in ten seconds. They are no clicks: a process that is killed takes the
 * last seconds with it, and where there are too many to tell apart they are counted together, so that a flood of them costs next to nothing.
 */
@Injectable()
export class OrphanVisits implements OnApplicationShutdown {
  private counted = new Map<string, Counted>();
  private unknown = 0;
  private readonly reports: PacedReports<Report>;

  constructor(
    private readonly hosts: HostBook,
    @Inject(RpcClient) rpc: Pick<RpcClient, 'call'>,
    @Inject(AppLogger) logger: Pick<AppLogger, 'warn'>,
  ) {
    const reports = {
      take: () => this.report(),
      areDue: () => this.counted.size > 0,
      tell: (report: Report) => rpc.call(reportOrphanVisitsRpc, report),
      failure: 'visits that led nowhere cannot be told to the statistics',
    };
    this.reports = new PacedReports(reports, logger);
  }

  /** `route`: of the link that did not open; null: none is known. What cannot be a short link's address is no visit of one. */
  count(visit: Visit, reason: OrphanReason, route: Route | null): void {
    if (visit.code === null) return;
    const host = this.hosts.find(visit.host);
    const isUnseen = UNSEEN.has(reason);
    this.add(
      {
        workspace_id: route?.workspace_id ?? null,
        link_id: route?.link_id ?? null,
        host: host.isListed ? host.host : '',
        code: isUnseen ? '' : (route?.code ?? visit.code),
        reason,
        kind: isUnseen ? null : kindOf(visit).kind,
      },
      visit.now,
    );
  }

  /** What was counted last is told while there is a way to. */
  async onApplicationShutdown(): Promise<void> {
    await this.reports.end();
  }

  private add(alike: Alike, now: number): void {
    const key = keyOf(alike, now);
    const known = this.counted.get(key);
    if (known) {
      known.visits += 1;
      known.last = now;
      return;
    }
    const isUnknown = alike.link_id === null && alike.code !== '';
    const isTogether = alike.link_id === null && alike.code === '';
    // What is counted together is bounded by the hosts that there are.
    if (!isTogether && (this.counted.size >= MOST_KEYS || (isUnknown && this.unknown >= MOST_UNKNOWN)))
      return this.add({ ...alike, workspace_id: null, link_id: null, code: '' }, now);
    if (isUnknown) this.unknown += 1;
    this.counted.set(key, { ...alike, visits: 1, first: now, last: now });
    this.reports.begin();
  }

  private report(): Report | null {
    const orphans: Orphans[] = [];
    for (const [key, { first, last, ...counted }] of this.counted) {
      if (orphans.length === MOST_ORPHANS_OF_A_REPORT) break;
      this.counted.delete(key);
      if (counted.link_id === null && counted.code !== '') this.unknown -= 1;
      orphans.push({
        ...counted,
        first_at: new Date(first).toISOString(),
        last_at: new Date(last).toISOString(),
      });
    }
    return orphans.length === 0 ? null : { report_id: randomUUID(), orphans };
  }
}

/** By the hour, so that those of a long outage are not all told of its end. */
const keyOf = ({ link_id, host, code, reason, kind }: Alike, now: number): string =>
  `${Math.floor(now / HOUR_MS)} ${reason} ${kind} ${link_id ?? ''} ${code} ${host}`;
