import { AppError, patienceLeft } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { ClickSignals } from '../ingest/click-signals.js';
import { insertSettings } from '../store/click.repository.js';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse, rows } from '../store/clickhouse.js';
import { CLICK_COLUMNS } from '../store/clicks-table.js';
import {
  type DifferingDay,
  MOST_AT_ONCE,
  type Portion,
  portionsOfDays,
  portionsOfSlices,
  type Slice,
  STEPS_MS,
} from './portions.js';

/** A link that was a guest's. */
export interface Claim {
  readonly linkId: string;
  readonly workspaceId: string;
  /** It has no clicks before. */
  readonly createdAt: Date;
}

interface Missing {
  readonly clicks: number;
  /** Of the clicks themselves: others make another one. */
  readonly print: string;
}

/** With less left no further statement is begun: whoever asks again must not meet one that still runs. */
const LEAST_LEFT_MS = 10_000;

const GUESTS = `toUUID('${NO_ID}')`;
const OF_LINK = 'link_id = {link:UUID} AND day >= {since:Date}';
const OF_GUESTS = `workspace_id = ${GUESTS} AND ${OF_LINK}`;
/** Clicks are in the order of their times: what lies outside is not read. */
const OF_PORTION = `day IN {days:Array(Date)} AND clicked_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND clicked_at < fromUnixTimestamp64Milli({until:Int64}, 'UTC')`;
const NOT_COPIED = `event_id GLOBAL NOT IN (
  SELECT event_id FROM clicks WHERE workspace_id = {workspace:UUID} AND link_id = {link:UUID} AND ${OF_PORTION})`;
/** Not one that a click cancels which is there twice. */
const PRINT = 'sum(cityHash64(event_id))';

/**
 * Copies the clicks of guests' links to the workspaces that have the links now. What guests' links were clicked stays where it is, and
 * counts for nobody: so a click that comes once more is still known, and one that comes late is copied the next time.
 */
@Injectable()
export class ClaimedClicks {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly clickhouse: ClickHouse,
    private readonly signals: ClickSignals,
  ) {}

  /**
   * How many were copied; none that the workspace has. One claim at a time. Throws service.timeout with some of them copied, of which open
   * pages were told.
   */
  copy(claim: Claim): Promise<number> {
    const copying = this.last.catch(() => undefined).then(() => this.copyMissing(claim));
    this.last = copying;
    return copying;
  }

  private async copyMissing(claim: Claim): Promise<number> {
    let copied = 0;
    for await (const { days, from, until } of this.portions(claim)) {
      if ((patienceLeft() ?? Number.POSITIVE_INFINITY) < LEAST_LEFT_MS) throw new AppError('service.timeout');
      const params = { ...paramsOf(claim), days, from, until };
      const missing = await this.missing(params);
      if (missing.clicks === 0) continue;
      await this.copyPortion(params, missing);
      this.signals.changed([{ workspace_id: claim.workspaceId, link_id: claim.linkId }]);
      copied += missing.clicks;
    }
    return copied;
  }

  private async *portions(claim: Claim): AsyncGenerator<Portion> {
    for (const days of portionsOfDays(await this.differing(claim))) yield* this.split(claim, days, STEPS_MS);
  }

  /** A day that has too many for one statement is copied minute by minute, a minute second by second. */
  private async *split(claim: Claim, portion: Portion, [step, ...finer]: readonly number[]): AsyncGenerator<Portion> {
    if (portion.clicks <= MOST_AT_ONCE || step === undefined) yield portion;
    else {
      const slices = await this.slices({ ...paramsOf(claim), ...portion }, step);
      for (const part of portionsOfSlices(portion, slices, step)) yield* this.split(claim, part, finer);
    }
  }

  private async slices({ link, workspace, days, from, until }: Params, step: number): Promise<Slice[]> {
    const found = await rows<{ start: string; clicks: string; differs: 0 | 1 }>(
      this.clickhouse.background,
      `SELECT toString(start) AS start, sum(number) AS clicks, count() = 1 OR uniqExact(number, print) > 1 AS differs FROM (
         SELECT workspace_id, intDiv(toUnixTimestamp64Milli(clicked_at), {step:Int64}) * {step:Int64} AS start,
           count() AS number, ${PRINT} AS print
         FROM clicks WHERE workspace_id IN (${GUESTS}, {workspace:UUID}) AND link_id = {link:UUID} AND ${OF_PORTION}
         GROUP BY workspace_id, start
       ) GROUP BY start ORDER BY toInt64(start)`,
      { link, workspace, days, from, until, step },
    );
    return found.map(({ start, clicks, differs }) => ({
      start: Number(start),
      clicks: Number(clicks),
      differs: differs === 1,
    }));
  }

  /** By sums alone, which take no memory however many clicks there are. */
  private async differing(claim: Claim): Promise<DifferingDay[]> {
    const params = paramsOf(claim);
    const found = await rows<{ day: string }>(
      this.clickhouse.background,
      `SELECT DISTINCT day FROM clicks WHERE ${OF_GUESTS}`,
      params,
    );
    if (found.length === 0) return [];
    const differing = await rows<{ day: string; clicks: string }>(
      this.clickhouse.background,
      `SELECT day, sum(number) AS clicks FROM (
         SELECT workspace_id, day, count() AS number, ${PRINT} AS print FROM clicks
         WHERE workspace_id IN (${GUESTS}, {workspace:UUID}) AND ${OF_LINK} AND day IN {days:Array(Date)} GROUP BY workspace_id, day
       ) GROUP BY day HAVING count() = 1 OR uniqExact(number, print) > 1 ORDER BY day`,
      { ...params, days: found.map(({ day }) => day) },
    );
    return differing.map(({ day, clicks }) => ({ day, clicks: Number(clicks) }));
  }

  private async missing(params: Params): Promise<Missing> {
    const [found] = await rows<{ clicks: string; print: string }>(
      this.clickhouse.background,
      `SELECT count() AS clicks, toString(${PRINT}) AS print FROM clicks
       WHERE ${OF_GUESTS} AND ${OF_PORTION} AND ${NOT_COPIED}`,
      params,
    );
    return { clicks: Number(found?.clicks ?? 0), print: found?.print ?? '' };
  }

  /** In one order and one thread: the same clicks are the same blocks, which the table takes once by their token. */
  private async copyPortion(params: Params, { clicks, print }: Missing): Promise<void> {
    const columns = CLICK_COLUMNS.map((column) => (column === 'workspace_id' ? '{workspace:UUID}' : column));
    const token = ['claim', params.link, params.workspace, params.from, clicks, print].join('-');
    await this.clickhouse.background.command({
      query: `INSERT INTO clicks (${CLICK_COLUMNS.join(', ')}) SELECT ${columns.join(', ')} FROM clicks
        WHERE ${OF_GUESTS} AND ${OF_PORTION} AND ${NOT_COPIED}
        ORDER BY day, clicked_at, event_id SETTINGS max_threads = 1, max_insert_threads = 1`,
      query_params: params,
      clickhouse_settings: insertSettings(token),
    });
  }
}

const paramsOf = ({ linkId, workspaceId, createdAt }: Claim) => ({
  link: linkId,
  workspace: workspaceId,
  since: createdAt.toISOString().slice(0, 10),
});

type Params = ReturnType<typeof paramsOf> & Omit<Portion, 'clicks'>;
