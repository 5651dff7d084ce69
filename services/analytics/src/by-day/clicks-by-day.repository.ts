import { ClickHouse, rows } from '../store/clickhouse.js';
import { CLICK_COLUMNS, clicksByDay } from '../store/clicks-table.js';
import { type DayOfClicks, portions, slices } from './portions.js';

/** The table of the former release has the name `clicks` until the new one has all that is in it. */
export type MoveState = 'monthly' | 'by-day';

const NEW = 'clicks_by_day';
const FORMER = 'clicks_by_month';
const FORWARD = 'clicks_to_days';
const COLUMNS = CLICK_COLUMNS.join(', ');
/** The number of a change, by its name `mutation_12.txt`. */
const CHANGE = `toUInt64OrZero(extract(mutation_id, '\\d+'))`;
/** Ids that a statement keeps in memory to compare with others: some hundred megabytes. */
const IDS_AT_ONCE = 4_000_000;
/** Of a copy: whole blocks, on one core, and never taken for a repetition, as a day may be copied anew. */
const COPY = {
  max_threads: 1,
  max_insert_threads: '1',
  max_insert_block_size: '1048576',
  min_insert_block_size_rows: '1048576',
  min_insert_block_size_bytes: '268435456',
  max_partitions_per_insert_block: '0',
  insert_deduplicate: 0 as const,
  insert_deduplication_token: '',
};

export interface DayDifference extends DayOfClicks {
  /** The new table has clicks that the former one does not have, or other ones. */
  readonly wrong: boolean;
}

/** What a table had been through at some moment. Inserts and changes are numbered together. */
export interface History {
  readonly last: bigint;
  readonly lastChange: bigint;
  /** Changes that have not reached all parts. */
  readonly underWay: number;
}

/** Statements of the move to `clicks` by day, on one server or in the embedded engine. */
export class ClicksByDayRepository {
  /** `idsAtOnce`: a day may have more clicks than there is memory for their ids. */
  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly idsAtOnce = IDS_AT_ONCE,
  ) {}

  async state(): Promise<{ clicks: MoveState; copy: MoveState | null; former: boolean; forward: boolean }> {
    const found = await this.rows<{ name: string; partition_key: string }>(
      `SELECT name, partition_key FROM system.tables
       WHERE database = currentDatabase() AND name IN ('clicks', '${NEW}', '${FORMER}', '${FORWARD}')`,
    );
    const partitionOf = new Map(found.map(({ name, partition_key: key }) => [name, key]));
    const stateOf = (key: string): MoveState => (key === 'day' ? 'by-day' : 'monthly');
    const copy = partitionOf.get(NEW);
    return {
      clicks: stateOf(partitionOf.get('clicks') ?? ''),
      copy: copy === undefined ? null : stateOf(copy),
      former: partitionOf.has(FORMER),
      forward: partitionOf.has(FORWARD),
    };
  }

  /** Bytes that the clicks take, and that are free on the disk. */
  async room(): Promise<{ taken: number; free: number }> {
    const [row] = await this.rows<{ taken: string; free: string }>(
      `SELECT (SELECT sum(bytes_on_disk) FROM system.parts WHERE database = currentDatabase() AND active AND table = 'clicks') AS taken,
         (SELECT min(unreserved_space) FROM system.disks) AS free`,
    );
    return { taken: Number(row?.taken ?? 0), free: Number(row?.free ?? 0) };
  }

  /** From now on whatever anybody stores in `clicks`, the former release too, is in the new table as well. */
  async begin(): Promise<void> {
    await this.command(clicksByDay(this.clickhouse.engines, NEW));
    await this.command(`CREATE MATERIALIZED VIEW IF NOT EXISTS ${FORWARD} TO ${NEW} AS SELECT ${COLUMNS} FROM clicks`);
  }

  /** Days that are not the same in both tables, by number of clicks or, `exactly`, by what is in them; of some days or all. */
  async differences(exactly: boolean, days: readonly string[] = []): Promise<DayDifference[]> {
    const content = exactly ? 'sum(cityHash64(event_id, toString(kind), toString(kind_reason)))' : '0';
    const among = days.length === 0 ? '' : `WHERE day IN (${list(days)})`;
    const found = await this.longRows<{ day: string; former: string; copied: string }>(
      `SELECT day, sumIf(clicks, side = 'former') AS former, sumIf(clicks, side = 'new') AS copied
       FROM (
         SELECT 'former' AS side, day, count() AS clicks, ${content} AS content FROM clicks ${among} GROUP BY day
         UNION ALL
         SELECT 'new' AS side, day, count() AS clicks, ${content} AS content FROM ${NEW} ${among} GROUP BY day
       )
       GROUP BY day HAVING former != copied OR sumIf(content, side = 'former') != sumIf(content, side = 'new')
       ORDER BY day DESC`,
    );
    return found.map(({ day, former, copied }) => ({
      day,
      clicks: Number(former),
      wrong: Number(copied) >= Number(former),
    }));
  }

  /** Copies what is missing of some days. Done twice, or half and then again, it is as if it was done once. */
  async copy(days: readonly string[]): Promise<void> {
    const among = `day IN (${list(days)})`;
    const present = await this.rowsOf(NEW, `partition IN (${list(days)})`);
    for (const slice of slices(present, this.idsAtOnce)) {
      await this.longCommand(
        `INSERT INTO ${NEW} (${COLUMNS}) SELECT ${COLUMNS} FROM clicks
         WHERE ${among} AND ${slice} AND event_id NOT IN (SELECT event_id FROM ${NEW} WHERE ${among} AND ${slice})`,
        COPY,
      );
    }
  }

  /** Takes a day out of the new table, to be copied anew. */
  async forget(day: string): Promise<void> {
    await this.command(`ALTER TABLE ${NEW} DROP PARTITION '${day}'`);
  }

  /** A click that was stored while its day was copied may be there twice. */
  async unite(day: string): Promise<void> {
    await this.longCommand(`OPTIMIZE TABLE ${NEW} PARTITION '${day}' FINAL`);
  }

  /**
   * The former release sends an insert again whose answer was lost, under a token that only the table knows which was `clicks` at its first
   * try: where the tables changed places in between, its clicks are there twice.
   */
  async uniteRepeated(): Promise<void> {
    const touched = await this.rows<{ day: string; clicks: string }>(
      `SELECT partition AS day, sum(rows) AS clicks FROM system.parts
       WHERE database = currentDatabase() AND active AND table = 'clicks'
       GROUP BY day HAVING max(modification_time) > now() - 300`,
    );
    const days = touched.map(({ day, clicks }) => ({ day, clicks: Number(clicks) }));
    const repeated = new Set<string>();
    for (const some of portions(days, this.idsAtOnce)) {
      const clicks = some.reduce((sum, one) => sum + one.clicks, 0);
      for (const slice of slices(clicks, this.idsAtOnce)) {
        const found = await this.longRows<{ day: string }>(
          `SELECT day FROM clicks WHERE day IN (${list(some.map(({ day }) => day))}) AND ${slice}
           GROUP BY day HAVING count() > uniqExact(event_id)`,
        );
        for (const { day } of found) repeated.add(day);
      }
    }
    for (const day of repeated) await this.longCommand(`OPTIMIZE TABLE clicks PARTITION '${day}' FINAL`);
  }

  async history(): Promise<History> {
    const [row] = await this.rows<{ insert: string; change: string; under_way: string }>(
      `SELECT max(${CHANGE}) AS change, countIf(NOT is_done) AS under_way,
         (SELECT max(max_block_number) FROM system.parts
          WHERE database = currentDatabase() AND active AND table = 'clicks') AS insert
       FROM system.mutations WHERE database = currentDatabase() AND table = 'clicks'`,
    );
    const [insert, change] = [BigInt(row?.insert ?? 0), BigInt(row?.change ?? 0)];
    return { last: insert > change ? insert : change, lastChange: change, underWay: Number(row?.under_way ?? 0) };
  }

  /** What the new table has for certain, beside it, so that whoever goes on after the exchange knows what came later. */
  async remember(last: bigint): Promise<void> {
    await this.command(`ALTER TABLE ${NEW} MODIFY COMMENT 'has what was stored by month up to block ${last}'`);
  }

  /** What was remembered, when the tables have changed places. */
  async remembered(): Promise<bigint> {
    const [row] = await this.rows<{ last: string }>(
      `SELECT extract(comment, 'block (\\d+)') AS last FROM system.tables
       WHERE database = currentDatabase() AND name = 'clicks'`,
    );
    if (!row?.last) throw new Error('the comment of the table clicks no longer tells up to which block it was copied');
    return BigInt(row.last);
  }

  /** For everybody at once. An insert under way ends in the table that it began with, and is forwarded to the other. */
  async exchange(): Promise<void> {
    await this.command(`EXCHANGE TABLES clicks AND ${NEW}`);
  }

  async stopForwarding(): Promise<void> {
    await this.command(`DROP VIEW IF EXISTS ${FORWARD} SYNC`);
  }

  /** After this an exchange that somebody asked for before finds nothing to exchange. */
  async keepFormer(): Promise<void> {
    await this.command(`RENAME TABLE ${NEW} TO ${FORMER}`);
  }

  /** What was asked of the former table after a block, a deletion for example, is done to the new one. To do it twice is without effect. */
  async bringChanges(block: bigint): Promise<void> {
    const missed = await this.rows<{ command: string }>(
      `SELECT command FROM system.mutations
       WHERE database = currentDatabase() AND table = '${FORMER}' AND ${CHANGE} > ${block} ORDER BY ${CHANGE}`,
    );
    for (const { command } of missed) await this.longCommand(`ALTER TABLE clicks ${command}`, { mutations_sync: '2' });
  }

  /** Clicks that came into the former table after a block, and are not in the new one. */
  async bringStragglers(block: bigint): Promise<void> {
    const since = `max_block_number > ${block}`;
    const parts = `SELECT name FROM system.parts
      WHERE database = currentDatabase() AND active AND table = '${FORMER}' AND ${since}`;
    const days = await this.longRows<{ day: string }>(`SELECT DISTINCT day FROM ${FORMER} WHERE _part IN (${parts})`);
    if (days.length === 0) return;
    const among = `day IN (${list(days.map(({ day }) => day))})`;
    // Merged with older ones they may be most of a month.
    for (const slice of slices(await this.rowsOf(FORMER, since), this.idsAtOnce)) {
      const stragglers = `FROM ${FORMER} WHERE _part IN (${parts}) AND ${slice}`;
      await this.longCommand(
        `INSERT INTO clicks (${COLUMNS}) SELECT ${COLUMNS} ${stragglers} AND event_id NOT IN (
           SELECT event_id FROM clicks WHERE ${among} AND ${slice} AND event_id IN (SELECT event_id ${stragglers}))`,
        COPY,
      );
    }
  }

  async dropFormer(): Promise<void> {
    await this.command(`DROP TABLE IF EXISTS ${FORMER}`, { max_table_size_to_drop: '0' });
  }

  /** What a process made that did not see in time that everything was done. */
  async dropNew(): Promise<void> {
    await this.command(`DROP TABLE IF EXISTS ${NEW}`);
  }

  private async rowsOf(table: string, where: string): Promise<number> {
    const [row] = await this.rows<{ clicks: string }>(
      `SELECT sum(rows) AS clicks FROM system.parts
       WHERE database = currentDatabase() AND active AND table = '${table}' AND ${where}`,
    );
    return Number(row?.clicks ?? 0);
  }

  private rows<T>(query: string): Promise<T[]> {
    return rows<T>(this.clickhouse.background, query);
  }

  private async command(query: string, settings: Record<string, string | number> = {}): Promise<void> {
    await this.clickhouse.background.command({ query, clickhouse_settings: settings });
  }

  /** What reads or writes many clicks, on a connection of its own: nothing else waits behind it. */
  private longRows<T>(query: string): Promise<T[]> {
    return rows<T>(this.clickhouse.patient(), query);
  }

  private async longCommand(query: string, settings: Record<string, string | number> = {}): Promise<void> {
    await this.clickhouse.patient().command({ query, clickhouse_settings: settings });
  }
}

// Days are our own, `2026-01-31`.
const list = (days: readonly string[]): string => days.map((day) => `'${day}'`).join(',');
