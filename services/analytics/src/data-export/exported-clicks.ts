import { DATA_EXPORT_PORTION, type ExportedPortion, exportedPortion } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { type ClickRow, toClickHouseTime } from '../store/click.row.js';
import { ClickHouse } from '../store/clickhouse.js';
import type { CLICK_COLUMNS } from '../store/clicks-table.js';

type Column = (typeof CLICK_COLUMNS)[number];

/** Columns of a click that are exported. */
export const EXPORTED_COLUMNS = [
  'event_id',
  'clicked_at',
  'link_id',
  'code',
  'host',
  'country',
  'city',
  'device',
  'browser',
  'os',
  'language',
  'referer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'signed_in',
  'kind',
  'kind_reason',
  'rule',
] as const satisfies readonly Column[];

/** Columns that stay here, and why. */
export const KEPT_COLUMNS = {
  workspace_id: 'it is the account itself',
  visitor: 'it tells visitors apart, who are others',
  user_agent: 'it may tell who a visitor is; browser, system and device say what the owner may know',
} as const satisfies Partial<Record<Column, string>>;

type Click = Pick<ClickRow, (typeof EXPORTED_COLUMNS)[number]>;

/** The last click of the portion before; times as ClickHouse writes them. */
interface Place {
  readonly day: string;
  readonly link: string;
  readonly at: string;
  readonly id: string;
  /** When the first portion was read: a link that is clicked on without end has an end there. */
  readonly until: string;
}

/** Whose clicks, and of which time. */
interface Scope {
  readonly workspace: string;
  readonly until: string;
}

type Params = Scope & Readonly<Record<string, string>>;

interface DayCount {
  readonly day: string;
  readonly clicks: string;
}

interface Read {
  readonly clicks: Click[];
  /** There may be more. */
  readonly isFull: boolean;
}

const NOTHING: Read = { clicks: [], isFull: false };
const KEY = 'link_id, clicked_at, event_id';
const MOST_DAYS = 400;

/**
 * The clicks of a workspace by UTC day, and those of a day by link and time, which is how they are stored: a portion reads its own clicks and
 * not those before them. A click that is stored twice, until both are united, is told once.
 */
@Injectable()
export class ExportedClicks {
  constructor(private readonly clickhouse: ClickHouse) {}

  /** Whatever their kind. `from`: as the portion before told. */
  async portion(workspace: string, from: string | null): Promise<ExportedPortion> {
    const place = from === null ? null : (JSON.parse(from) as Place);
    const until = place?.until ?? toClickHouseTime(new Date());
    const scope = { workspace, until };
    const rest = place === null ? NOTHING : await this.ofDay(scope, place);
    const rows = rest.isFull ? rest.clicks : [...rest.clicks, ...(await this.ofDaysAfter(scope, place, rest.clicks))];
    return exportedPortion({ service: 'analytics', table: 'clicks' }, rows, {
      cellsOf: ({ event_id, clicked_at, code, device, ...click }) => ({
        ...click,
        id: event_id,
        clicked_at: `${clicked_at.replace(' ', 'T')}Z`,
        short_code: code,
        device_type: device,
      }),
      placeOf: ({ clicked_at: at, link_id: link, event_id: id }) =>
        JSON.stringify({ day: at.slice(0, 10), link, at, id, until } satisfies Place),
      more: rows.length > 0,
    });
  }

  /** What is left of a day. */
  private ofDay(scope: Scope, { day, link, at, id }: Place): Promise<Read> {
    return this.read(
      `day = {day:Date} AND (link_id > {link:UUID} OR (link_id = {link:UUID} AND (clicked_at > {at:DateTime64(3, 'UTC')}
         OR (clicked_at = {at:DateTime64(3, 'UTC')} AND event_id > {id:UUID}))))`,
      KEY,
      DATA_EXPORT_PORTION,
      { ...scope, day, link, at, id },
    );
  }

  /** Of as many days as it takes, or the first part of the next one. */
  private async ofDaysAfter(scope: Scope, place: Place | null, before: readonly Click[]): Promise<Click[]> {
    const room = DATA_EXPORT_PORTION - before.length;
    for (let after = place?.day ?? '1970-01-01'; ; ) {
      const days = await this.daysAfter(scope, after);
      const [first] = days;
      if (!first) return [];
      const last = lastThatFits(days, room);
      const { clicks } = await (last === null
        ? this.read('day = {day:Date}', KEY, room, { ...scope, day: first.day })
        : // None of these days has so many: they are read as a whole.
          this.read('day >= {first:Date} AND day <= {last:Date}', `day, ${KEY}`, room, {
            ...scope,
            first: first.day,
            last,
          }));
      if (clicks.length > 0) return clicks;
      // They have left meanwhile, as old days do.
      after = last ?? first.day;
    }
  }

  /** As whole days: the last one may have more than there are to read. */
  private daysAfter(scope: Scope, day: string): Promise<DayCount[]> {
    return this.clickhouse.select<DayCount>(
      `SELECT day, count() AS clicks FROM clicks
       WHERE workspace_id = {workspace:UUID} AND day > {day:Date} AND day <= toDate({until:DateTime64(3, 'UTC')})
       GROUP BY day ORDER BY day LIMIT ${MOST_DAYS}`,
      { ...scope, day },
    );
  }

  private async read(which: string, order: string, limit: number, params: Params): Promise<Read> {
    const stored = await this.clickhouse.select<Click>(
      `SELECT ${EXPORTED_COLUMNS.join(', ')} FROM clicks WHERE workspace_id = {workspace:UUID} AND ${which}
         AND clicked_at <= {until:DateTime64(3, 'UTC')}
       ORDER BY ${order} LIMIT ${limit}`,
      params,
    );
    // Here: LIMIT BY would have the store read and sort the rest of the day for each portion.
    const clicks = stored.filter(({ event_id }, index) => event_id !== stored[index - 1]?.event_id);
    return { clicks, isFull: stored.length === limit };
  }
}

/** Of days in order, the last up to which all clicks fit; null: not even those of the first. */
export function lastThatFits(days: readonly DayCount[], room: number): string | null {
  let sum = 0;
  let last: string | null = null;
  for (const { day, clicks } of days) {
    sum += Number(clicks);
    if (sum > room) return last;
    last = day;
  }
  return last;
}
