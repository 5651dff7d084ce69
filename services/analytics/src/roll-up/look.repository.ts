import { Injectable } from '@nestjs/common';
import { insertSettings } from '../store/click.repository.js';
import { NO_ID, toClickHouseTime } from '../store/click.row.js';
import { ClickHouse, rows, whileAdding } from '../store/clickhouse.js';

/** A UTC day and what its parts tell of it: nothing can come to it, leave it or change in it without one of the two. */
export interface SeenDay {
  readonly day: string;
  /** The last insert or change; 0 where clicks are not stored by day. */
  readonly block: string;
  readonly clicks: number;
}

export interface TouchedDay extends SeenDay {
  /** Whether it was ever looked at. */
  readonly known: boolean;
  /** Of the look that is due: above that of any earlier one, and of any that saw less. */
  readonly run: string;
}

interface DayText {
  day: string;
  block: string;
  clicks: string;
  run: string;
  seen: 0 | 1;
}

/** Tenths of a second: looks at the same block may see fewer clicks, as after a merge that removed a repeated one, and then have another run. */
const TICK_MS = 100n;
const TICKS_OF_A_BLOCK = 1n << 35n;

/**
 * The days of `clicks` by their parts, which ClickHouse knows without reading them, beside how they were when they were looked at last
 * (`run` is 0 where they never were). Nothing where clicks are not stored by day.
 */
export const DAYS_BY_PARTS = `SELECT parts.day AS day, toString(parts.block) AS block, parts.clicks AS clicks, toString(looks.last_run) AS run,
    looks.last_run > 0 AND looks.last_block = parts.block AND looks.last_clicks = parts.clicks AS seen
  FROM (
    SELECT toDate(partition) AS day, toUInt64(max(greatest(max_block_number, data_version))) AS block, sum(rows) AS clicks
    FROM system.parts WHERE database = currentDatabase() AND table = 'clicks' AND active AND length(partition) = 10
    GROUP BY partition
  ) AS parts
  LEFT JOIN (
    SELECT day, max(run) AS last_run, argMax(block, run) AS last_block, argMax(clicks, run) AS last_clicks
    FROM click_total_looks GROUP BY day
  ) AS looks USING (day)
  ORDER BY day DESC`;

/** Which days have to be looked at, and which were. On the background client. */
@Injectable()
export class LookRepository {
  /** A table that is by day stays so. */
  private byDay = false;

  constructor(private readonly clickhouse: ClickHouse) {}

  /** Days that clicks came to, left or changed on since they were looked at, the last one first. */
  async touched(now: number): Promise<TouchedDay[]> {
    return (await this.days()).filter(({ seen }) => seen === 0).map((day) => touchedDay(day, now));
  }

  /** Where clicks are not stored by day, or not yet: those of now. */
  async recent(from: string): Promise<TouchedDay[]> {
    const found = await rows<{ day: string; clicks: string }>(
      this.clickhouse.background,
      'SELECT day, count() AS clicks FROM clicks WHERE day >= {from:Date} GROUP BY day ORDER BY day DESC',
      { from },
    );
    return found.map(({ day, clicks }) => ({ day, block: '0', clicks: Number(clicks), known: false, run: '0' }));
  }

  async isByDay(): Promise<boolean> {
    this.byDay ||= await this.findByDay();
    return this.byDay;
  }

  private async findByDay(): Promise<boolean> {
    const found = await rows(
      this.clickhouse.background,
      `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = 'clicks' AND partition_key = 'day'`,
    );
    return found.length > 0;
  }

  /** The last days that were looked at since an instant. */
  async lookedAtSince(instant: number): Promise<string[]> {
    const found = await rows<{ day: string }>(
      this.clickhouse.background,
      "SELECT DISTINCT day FROM click_total_looks WHERE looked_at >= {since:DateTime64(3, 'UTC')}",
      { since: toClickHouseTime(new Date(instant)) },
    );
    return found.map(({ day }) => day);
  }

  /** Counts the clicks of a day by link, guests' too, by workspace and kind. Counts for nothing before `confirm`. */
  async keepTotals({ day, run }: TouchedDay): Promise<void> {
    const nobody = `toUUID('${NO_ID}')`;
    for (const [link, whose] of [
      ['link_id', ''],
      [nobody, `AND workspace_id != ${nobody}`],
    ]) {
      await this.clickhouse.adding().command({
        query: `INSERT INTO click_day_totals (workspace_id, link_id, day, kind, run, clicks)
          SELECT workspace_id, ${link} AS of_link, day, kind, {run:UInt64}, count() FROM clicks
          WHERE day = {day:Date} ${whose} GROUP BY workspace_id, of_link, day, kind`,
        query_params: { day, run },
        clickhouse_settings: { ...insertSettings(''), ...whileAdding },
      });
    }
  }

  /** The day was looked at as it was seen before; false when it has changed meanwhile. */
  async confirm(seen: TouchedDay, now: number): Promise<boolean> {
    const current = (await this.days()).find(({ day }) => day === seen.day);
    if (current?.block !== seen.block || Number(current.clicks) !== seen.clicks) return false;
    const { day, block, clicks, run } = seen;
    await this.clickhouse.background.insert({
      table: 'click_total_looks',
      values: [{ day, run, block, clicks, looked_at: toClickHouseTime(new Date(now)) }],
      format: 'JSONEachRow',
      clickhouse_settings: insertSettings(''),
    });
    return true;
  }

  /**
   * Takes days out for good. What was added up and kept of them counts for nothing without their clicks, and leaves by whole months and
   * quarters: nothing is written anew. Looks stay, so that the totals of a day that a late click comes to again have a higher run.
   */
  async dropBefore(day: string): Promise<string[]> {
    const old = (await this.days()).filter((one) => one.day < day).map((one) => one.day);
    for (const one of old) await this.drop('clicks', one);
    const over = await rows<{ table: string; partition: string }>(
      this.clickhouse.background,
      `SELECT DISTINCT table, partition FROM system.parts WHERE database = currentDatabase() AND active AND (
         (table = 'click_days' AND partition < toString(toYYYYMM({day:Date})))
         OR (table = 'click_day_totals' AND partition < toString(toStartOfQuarter({day:Date}))))`,
      { day },
    );
    for (const { table, partition } of over) await this.drop(table, partition);
    return old;
  }

  private async drop(table: string, partition: string): Promise<void> {
    const { engines, background } = this.clickhouse;
    await background.command({
      query: `ALTER TABLE ${engines.local(table)}${engines.onCluster} DROP PARTITION '${partition}'`,
    });
  }

  private days(): Promise<DayText[]> {
    return rows<DayText>(this.clickhouse.background, DAYS_BY_PARTS);
  }
}

function touchedDay({ day, block, clicks, run: last }: DayText, now: number): TouchedDay {
  const [byBlock, next] = [BigInt(block) * TICKS_OF_A_BLOCK + BigInt(now) / TICK_MS, BigInt(last) + 1n];
  return { day, block, clicks: Number(clicks), known: last !== '0', run: String(byBlock > next ? byBlock : next) };
}
