import { AppError, patienceLeft } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { insertSettings } from '../store/click.repository.js';
import { NO_ID } from '../store/click.row.js';
import { ClickHouse, rows } from '../store/clickhouse.js';
import { CLICK_COLUMNS } from '../store/clicks-table.js';

/** A link that was a guest's. */
export interface Claim {
  readonly linkId: string;
  readonly workspaceId: string;
  /** It has no clicks before. */
  readonly createdAt: Date;
}

interface Missing {
  readonly day: string;
  readonly clicks: number;
  /** Of the clicks themselves: others make another one. */
  readonly print: bigint;
}

/** Copied by one statement, unless a day alone has more. */
const MOST_AT_ONCE = 200_000;
/** With less left no further statement is begun: whoever asks again must not meet one that still runs. */
const LEAST_LEFT_MS = 10_000;

const GUESTS = `toUUID('${NO_ID}')`;
const OF_GUESTS = `workspace_id = ${GUESTS} AND link_id = {link:UUID} AND day >= {since:Date}`;
const NOT_COPIED = `event_id GLOBAL NOT IN (
  SELECT event_id FROM clicks WHERE workspace_id = {workspace:UUID} AND link_id = {link:UUID} AND day IN {days:Array(Date)})`;

/**
 * Copies the clicks of guests' links to the workspaces that have the links now. What guests' links were clicked stays where it is, and
 * counts for nobody: so a click that comes once more is still known, and one that comes late is copied the next time.
 */
@Injectable()
export class ClaimedClicks {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly clickhouse: ClickHouse) {}

  /** How many were copied; none that the workspace has. One claim at a time. Throws service.timeout with some of them copied. */
  copy(claim: Claim): Promise<number> {
    const copying = this.last.catch(() => undefined).then(() => this.copyMissing(claim));
    this.last = copying;
    return copying;
  }

  private async copyMissing(claim: Claim): Promise<number> {
    let copied = 0;
    for (const portion of portionsOf(await this.missing(claim))) {
      if ((patienceLeft() ?? Number.POSITIVE_INFINITY) < LEAST_LEFT_MS) throw new AppError('service.timeout');
      await this.copyDays(claim, portion);
      copied += clicksOf(portion);
    }
    return copied;
  }

  private async missing(claim: Claim): Promise<Missing[]> {
    const params = paramsOf(claim);
    const found = await rows<{ day: string }>(
      this.clickhouse.background,
      `SELECT DISTINCT day FROM clicks WHERE ${OF_GUESTS}`,
      params,
    );
    if (found.length === 0) return [];
    const days = found.map(({ day }) => day);
    const missing = await rows<{ day: string; clicks: string; print: string }>(
      this.clickhouse.background,
      `SELECT day, count() AS clicks, toString(groupBitXor(cityHash64(event_id))) AS print FROM clicks
       WHERE ${OF_GUESTS} AND ${NOT_COPIED} GROUP BY day ORDER BY day`,
      { ...params, days },
    );
    return missing.map(({ day, clicks, print }) => ({ day, clicks: Number(clicks), print: BigInt(print) }));
  }

  /** In one order and one thread: the same clicks are the same blocks, which the table takes once by their token. */
  private async copyDays(claim: Claim, portion: readonly Missing[]): Promise<void> {
    const columns = CLICK_COLUMNS.map((column) => (column === 'workspace_id' ? '{workspace:UUID}' : column));
    const print = portion.reduce((sum, day) => sum ^ day.print, 0n);
    const token = ['claim', claim.linkId, claim.workspaceId, portion[0]?.day, clicksOf(portion), print].join('-');
    await this.clickhouse.background.command({
      query: `INSERT INTO clicks (${CLICK_COLUMNS.join(', ')}) SELECT ${columns.join(', ')} FROM clicks
        WHERE ${OF_GUESTS} AND day IN {days:Array(Date)} AND ${NOT_COPIED}
        ORDER BY day, clicked_at, event_id SETTINGS max_threads = 1, max_insert_threads = 1`,
      query_params: { ...paramsOf(claim), days: portion.map(({ day }) => day) },
      clickhouse_settings: insertSettings(token),
    });
  }
}

const clicksOf = (portion: readonly Missing[]): number => portion.reduce((sum, { clicks }) => sum + clicks, 0);

const paramsOf = ({ linkId, workspaceId, createdAt }: Claim) => ({
  link: linkId,
  workspace: workspaceId,
  since: createdAt.toISOString().slice(0, 10),
});

/** Whole days, in their order. */
export function portionsOf(days: readonly Missing[], most = MOST_AT_ONCE): Missing[][] {
  const portions: Missing[][] = [];
  for (const day of days) {
    const last = portions.at(-1);
    if (last && clicksOf(last) + day.clicks <= most) last.push(day);
    else portions.push([day]);
  }
  return portions;
}
