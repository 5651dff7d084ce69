import { Injectable } from '@nestjs/common';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse } from '../store/clickhouse.js';

/** Clicks of people of links that are guests', counted as they are asked for: no totals are kept of them. */
@Injectable()
export class GuestTotals {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** A link without clicks is absent. */
  async ofLinks(linkIds: readonly string[], since: Date): Promise<{ link_id: string; clicks: number }[]> {
    if (linkIds.length === 0) return [];
    const found = await this.clickhouse.select<{ link: string; clicks: string }>(
      `SELECT link_id AS link, count() AS clicks FROM clicks
       WHERE workspace_id = toUUID('${NO_ID}') AND link_id IN {links:Array(UUID)} AND day >= {since:Date} AND kind = 'human'
       GROUP BY link`,
      { links: linkIds, since: since.toISOString().slice(0, 10) },
    );
    return found.map(({ link, clicks }) => ({ link_id: link, clicks: Number(clicks) }));
  }
}
