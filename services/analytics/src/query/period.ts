import type { RangeQuery } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { addDays, type CalendarDate, mondayOf, TimeZone } from './time-zone.js';

export type Interval = NonNullable<RangeQuery['interval']>;

/** The time that a question is about. Instants are milliseconds since 1970. */
export interface Period {
  readonly from: number;
  /** Not included. */
  readonly to: number;
  /** True when it reaches the present: clicks of a clock that is a little ahead belong to it as well. */
  readonly open: boolean;
  readonly interval: Interval;
  readonly timezone: string;
  /** Starts of the buckets, ascending; the first one holds `from`. */
  readonly buckets: readonly number[];
}

export const MAX_BUCKETS = 1_500;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_DAYS = 30;
const EARLIEST = Date.UTC(1970, 0, 2);
const LATEST = Date.UTC(2100, 0, 1);

/** Shortest length of a bucket, to refuse too many of them before they are counted out. */
const SHORTEST_MS: Record<Interval, number> = {
  hour: HOUR_MS / 2,
  day: 22 * HOUR_MS,
  week: 7 * DAY_MS - 2 * HOUR_MS,
  month: 28 * DAY_MS - 2 * HOUR_MS,
};

/** Throws analytics.timezone_invalid, analytics.date_invalid, analytics.range_invalid or analytics.range_too_fine. */
export function periodOf(range: RangeQuery, now: number): Period {
  const zone = TimeZone.of(range.timezone);
  if (!zone) throw new AppError('analytics.timezone_invalid');
  const to = range.to === undefined ? now : instantOf(range.to, zone);
  const from = range.from === undefined ? startOfDefault(to, zone) : instantOf(range.from, zone);
  if (![from, to].every((instant) => instant >= EARLIEST && instant <= LATEST)) {
    throw new AppError('analytics.date_invalid');
  }
  if (from >= to) throw new AppError('analytics.range_invalid');
  const interval = range.interval ?? intervalFor(to - from);
  if ((to - from) / SHORTEST_MS[interval] > 2 * MAX_BUCKETS) throw new AppError('analytics.range_too_fine');
  const buckets = bucketsOf(from, to, interval, zone);
  if (buckets.length > MAX_BUCKETS) throw new AppError('analytics.range_too_fine');
  return { from, to, open: to >= now, interval, timezone: range.timezone, buckets };
}

/** Start of the bucket that the present is in or before; null where the period ended before it. */
export function openSince({ open, buckets }: Period, now: number): number | null {
  if (!open) return null;
  return buckets.findLast((start) => start <= now) ?? buckets[0] ?? null;
}

function instantOf(text: string, zone: TimeZone): number {
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  // To Date.UTC a year before 100 is one of the last century.
  if (!date || Number(date[1]) < 100) return Date.parse(text);
  return zone.startOf({ year: Number(date[1]), month: Number(date[2]), day: Number(date[3]) });
}

/** Thirty days, that of the last moment included, each as a whole: charts start with a full bucket. */
const startOfDefault = (to: number, zone: TimeZone): number =>
  zone.startOf(addDays(zone.dateAt(to - 1), 1 - DEFAULT_DAYS));

function intervalFor(length: number): Interval {
  if (length <= 2 * DAY_MS) return 'hour';
  if (length <= 93 * DAY_MS) return 'day';
  if (length <= 2 * 366 * DAY_MS) return 'week';
  return 'month';
}

function bucketsOf(from: number, to: number, interval: Interval, zone: TimeZone): number[] {
  const buckets: number[] = [];
  if (interval === 'hour') {
    // Local hours: where clocks are put forward or back by half an hour, one is shorter or longer.
    for (let start = zone.startOfHour(from); start < to; ) {
      buckets.push(start);
      const next = zone.startOfHour(start + HOUR_MS);
      start = next > start ? next : start + HOUR_MS;
    }
    return buckets;
  }
  for (let date = firstDate(zone.dateAt(from), interval); ; date = nextDate(date, interval)) {
    const start = zone.startOf(date);
    if (start >= to) return buckets;
    buckets.push(start);
  }
}

function firstDate(date: CalendarDate, interval: Interval): CalendarDate {
  if (interval === 'week') return mondayOf(date);
  return interval === 'month' ? { ...date, day: 1 } : date;
}

function nextDate(date: CalendarDate, interval: Interval): CalendarDate {
  if (interval === 'month') {
    return date.month === 12 ? { ...date, year: date.year + 1, month: 1 } : { ...date, month: date.month + 1 };
  }
  return addDays(date, interval === 'week' ? 7 : 1);
}
