import type { ClickKind, ListOrphanVisitsQuery, OrphanReason, OrphanRow, OrphanVisits } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { insertSettings } from '../store/click.repository.js';
import { NO_ID, toClickHouseTime } from '../store/click.row.js';
import { ClickHouse } from '../store/clickhouse.js';
import { Conditions } from '../store/conditions.js';

type Filter = Omit<ListOrphanVisitsQuery, 'page' | 'limit'>;

interface Stored {
  host: string;
  code: string;
  reason: OrphanReason;
  visits: string;
  last_at: string;
}

interface Span {
  /** Milliseconds. */
  from: number;
  /** Not included; null: no end, as clocks of the edge may be ahead. */
  to: number | null;
  kind: ClickKind | null;
}

const ORDER = {
  visits_desc: 'visits DESC, last_at DESC',
  visits: 'visits, last_at DESC',
  newest: 'last_at DESC, visits DESC',
  oldest: 'last_at, visits DESC',
} as const;

/** Rows of a report are of one insert, which the store takes once. Visits that are alike come in as many rows as reports tell of them. */
@Injectable()
export class OrphanRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  async add(reportId: string, orphans: readonly OrphanVisits[]): Promise<void> {
    await this.clickhouse.writer.insert({
      table: 'orphan_visits',
      values: orphans.map(({ workspace_id, link_id, kind, first_at, last_at, ...orphan }) => ({
        ...orphan,
        workspace_id: workspace_id ?? NO_ID,
        link_id: link_id ?? NO_ID,
        kind: kind ?? '',
        first_at: toClickHouseTime(first_at),
        last_at: toClickHouseTime(last_at),
      })),
      format: 'JSONEachRow',
      clickhouse_settings: insertSettings(`orphans:${reportId}`),
    });
  }

  /** Most visits first. A report belongs to the moment of its first visit. */
  async ofLink(
    workspaceId: string,
    linkId: string,
    { from, to, kind }: Span,
  ): Promise<{ reason: OrphanReason; visits: number; last_at: string }[]> {
    const found = await this.clickhouse.select<Pick<Stored, 'reason' | 'visits' | 'last_at'>>(
      `SELECT reason, sum(o.visits) AS visits, max(o.last_at) AS last_at FROM orphan_visits AS o
       WHERE workspace_id = {workspace:UUID} AND link_id = {link:UUID} AND first_at >= {from:DateTime64(3, 'UTC')}
         ${to === null ? '' : "AND first_at < {to:DateTime64(3, 'UTC')}"} ${kind === null ? '' : 'AND kind = {kind:String}'}
       GROUP BY reason ORDER BY visits DESC, reason`,
      {
        workspace: workspaceId,
        link: linkId,
        from: timeOf(from),
        ...(to !== null && { to: timeOf(to) }),
        ...(kind !== null && { kind }),
      },
    );
    return found.map(({ reason, visits, last_at }) => ({
      reason,
      visits: Number(visits),
      last_at: toTimestamp(last_at),
    }));
  }

  async page(filter: Filter, { offset, limit }: { offset: number; limit: number }): Promise<OrphanRow[]> {
    const { where, params } = whereOf(filter);
    const found = await this.clickhouse.select<Stored>(
      `SELECT host, code, reason, sum(o.visits) AS visits, max(o.last_at) AS last_at FROM orphan_visits AS o WHERE ${where}
       GROUP BY host, code, reason ORDER BY ${ORDER[filter.sort]}, host, code, reason
       LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
      { ...params, limit, offset },
    );
    return found.map(({ visits, last_at, ...row }) => ({
      ...row,
      visits: Number(visits),
      last_at: toTimestamp(last_at),
    }));
  }

  async count(filter: Filter): Promise<number> {
    const { where, params } = whereOf(filter);
    const [row] = await this.clickhouse.select<{ keys: string }>(
      `SELECT uniqExact(host, code, reason) AS keys FROM orphan_visits WHERE ${where}`,
      params,
    );
    return Number(row?.keys ?? 0);
  }
}

function whereOf({ search, reason, bots, from, to }: Filter): Conditions {
  const conditions = new Conditions();
  conditions.of("first_at >= {from:DateTime64(3, 'UTC')}", 'from', from && toClickHouseTime(from));
  conditions.of("first_at < {to:DateTime64(3, 'UTC')}", 'to', to && toClickHouseTime(to));
  conditions.of('reason = {reason:String}', 'reason', reason);
  conditions.of("positionCaseInsensitiveUTF8(concat(host, '/', code), {search:String}) > 0", 'search', search);
  // In a flood nobody looks who it is.
  if (bots === 'false') conditions.add("kind IN ('human', '')");
  return conditions;
}

const timeOf = (ms: number): string => toClickHouseTime(new Date(ms));
const toTimestamp = (stored: string): string => `${stored.replace(' ', 'T')}Z`;
