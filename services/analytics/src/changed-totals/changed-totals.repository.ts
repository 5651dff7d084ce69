import { Injectable } from '@nestjs/common';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse } from '../store/clickhouse.js';
import type { Marks, TotalPlace } from './marks.js';

/** Where clicks are not stored by day, these are all that is looked at. */
const RECENT_DAYS = 2;

/** The table of clicks as it is. */
export interface Seen {
  readonly table: string;
  readonly isByDay: boolean;
  readonly marks: Marks;
}

/** A day of which links are wanted; `since`: of what came or changed after that mark, 0: of all. */
export interface WantedDay {
  readonly day: string;
  readonly since: number;
  /** Its clicks were removed: what was counted of them tells whose they were. */
  readonly isGone: boolean;
}

/** Number of the last insert into a part, or of its last change, whichever came later, by its name: `20260131_min_max_level_change`. */
const LAST = `greatest(toUInt64OrZero(splitByChar('_', _part)[3]), toUInt64OrZero(splitByChar('_', _part)[5]))`;
const OF_SOMEBODY = `workspace_id != toUUID('${NO_ID}')`;

/** Which links have changed, from the names of the parts that clicks lie in: what did not change since is not read. */
@Injectable()
export class ChangedTotalsRepository {
  constructor(private readonly clickhouse: ClickHouse) {}

  async seen(): Promise<Seen> {
    const [table] = await this.clickhouse.select<{ uuid: string; key: string }>(
      `SELECT toString(uuid) AS uuid, partition_key AS key FROM system.tables WHERE database = currentDatabase() AND name = 'clicks'`,
    );
    const isByDay = table?.key === 'day';
    const days = await this.clickhouse.select<{ day: string; mark: string }>(isByDay ? BY_PARTS : BY_COUNT);
    const marks = new Map(days.map(({ day, mark }) => [day, Number(mark)]));
    return { table: table?.uuid ?? NO_ID, isByDay, marks };
  }

  /** Links with clicks on these days, in one order, behind a place; guests' are not told. */
  async links(
    days: readonly WantedDay[],
    isByDay: boolean,
    after: TotalPlace | null,
    limit: number,
  ): Promise<TotalPlace[]> {
    const [gone, there] = [days.filter(({ isGone }) => isGone), days.filter(({ isGone }) => !isGone)];
    const behind = after
      ? `AND (workspace_id > {workspace:UUID} OR (workspace_id = {workspace:UUID} AND link_id > {link:UUID}))`
      : '';
    const some = (table: string, where: string) =>
      `SELECT DISTINCT workspace_id, link_id FROM ${table} WHERE ${OF_SOMEBODY} AND ${where} ${behind}
       ORDER BY workspace_id, link_id LIMIT {limit:UInt32}`;
    const parts = [
      ...(there.length > 0 ? [some('clicks', isByDay ? inParts(there) : inDays(there))] : []),
      // NO_ID stands for the whole workspace there.
      ...(gone.length > 0 ? [some('click_day_totals', `link_id != toUUID('${NO_ID}') AND ${inDays(gone)}`)] : []),
    ];
    if (parts.length === 0) return [];
    const found = await this.clickhouse.select<{ workspace: string; link: string }>(
      `SELECT DISTINCT workspace_id AS workspace, link_id AS link FROM (${parts.map((part) => `SELECT * FROM (${part})`).join(' UNION ALL ')})
       ORDER BY workspace_id, link_id LIMIT {limit:UInt32}`,
      { limit, ...(after && { workspace: after.workspaceId, link: after.linkId }) },
    );
    return found.map(({ workspace, link }) => ({ workspaceId: workspace, linkId: link }));
  }
}

const BY_PARTS = `SELECT partition AS day, max(greatest(max_block_number, data_version)) AS mark FROM system.parts
  WHERE database = currentDatabase() AND table = 'clicks' AND active AND length(partition) = 10 GROUP BY partition ORDER BY partition`;
const BY_COUNT = `SELECT toString(day) AS day, count() AS mark FROM clicks WHERE day > today() - ${RECENT_DAYS} GROUP BY day ORDER BY day`;

const inDays = (days: readonly WantedDay[]): string => `day IN (${days.map(({ day }) => `'${day}'`).join(',')})`;

/** By columns that the engine knows of a part without reading it. */
function inParts(days: readonly WantedDay[]): string {
  const ids = days.map(({ day }) => `'${day.replaceAll('-', '')}'`).join(',');
  const since = days.map((one) => `toUInt64(${one.since})`).join(',');
  return `_partition_id IN (${ids}) AND ${LAST} > transform(_partition_id, [${ids}], [${since}], toUInt64(0))`;
}
