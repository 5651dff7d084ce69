import { useSearchParams } from '@linkway/kit/router';
import { usePageParams, wallClock } from '@linkway/kit/ui';
import { useCallback, useMemo } from 'react';
import { dayIn, daysAfter, todayOf } from '../../data/days';
import { isId } from '../../data/id';
import { timezone } from '../../data/queries';

export const periods = ['30d', '24h', '7d', '90d', '12m', 'custom'] as const;
export type Period = (typeof periods)[number];
export const intervals = ['auto', 'hour', 'day', 'week', 'month'] as const;
export type IntervalChoice = (typeof intervals)[number];
/** The first is the usual one: people. */
export const kinds = ['human', 'bot', 'all'] as const;
export type Kind = (typeof kinds)[number];

export interface Filter {
  /** null: all links. */
  link: string | null;
  period: Period;
  /** Days as yyyy-MM-dd, both included; only of a custom period. */
  from: string;
  to: string;
  interval: IntervalChoice;
  kind: Kind;
}

export interface RangeParams {
  from: string;
  to?: string;
  interval?: Exclude<IntervalChoice, 'auto'>;
  timezone: string;
  kind?: Kind;
}

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const DAYS: Record<Exclude<Period, '24h' | 'custom'>, number> = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 };
/** Hours of a longer time are more than a chart can show. */
const HOURS_UP_TO = 31;

const oneOf = <T extends string>(values: readonly T[], value: string | null): T =>
  values.find((known) => known === value) ?? (values[0] as T);

/** Days that the period has. */
export function daysOf({ period, from, to }: Filter): number {
  if (period === '24h') return 1;
  return period === 'custom' ? (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 : DAYS[period];
}

export const fits = (interval: IntervalChoice, filter: Filter): boolean =>
  interval !== 'hour' || daysOf(filter) <= HOURS_UP_TO;

const fitting = (filter: Filter): Filter =>
  fits(filter.interval, filter) ? filter : { ...filter, interval: intervals[0] };

/** When the hour of the account's clock began that is the 24th from now, with this one. */
function dayAgo(now: number): string {
  const at = now - 23 * HOUR_MS;
  return new Date(at - (at % 1_000) - (wallClock(at) % HOUR_MS)).toISOString();
}

/**
 * The question to the API. It is open at its end where that is now, and the same until the hour or day is another one.
 * @param now in ms since 1970
 */
export function rangeOf(filter: Filter, now = Date.now()): RangeParams {
  const { period, from, to, interval, kind } = filter;
  const today = todayOf(now);
  const start = period === 'custom' ? from : period === '24h' ? dayAgo(now) : daysAfter(today, 1 - DAYS[period]);
  const closed = period === 'custom' && to < today;
  return {
    from: start,
    ...(closed && { to: daysAfter(to, 1) }),
    ...(interval !== 'auto' && { interval }),
    timezone: timezone(),
    // Named always: a server of the former release takes none for all.
    kind,
  };
}

/** As the address says it; null: as usual. */
const said = ({ link, period, from, to, interval, kind }: Filter): Record<keyof Filter, string | null> => ({
  link,
  period: period === periods[0] ? null : period,
  from: period === 'custom' ? from : null,
  to: period === 'custom' ? to : null,
  interval: interval === intervals[0] ? null : interval,
  kind: kind === kinds[0] ? null : kind,
});

/** What an address asks for: what it has and nobody knows is as usual, days that are not yet end today, and none is before the first. */
export function filterOf(params: URLSearchParams, today = todayOf()): Filter {
  const first = (one: string, other: string): string => (one < other ? one : other);
  const from = first(dayIn(params.get('from')) || daysAfter(today, -29), today);
  const to = first(dayIn(params.get('to')) || today, today);
  const link = params.get('link');
  const filter: Filter = {
    link: link && isId(link) ? link : null,
    period: oneOf(periods, params.get('period')),
    from,
    to: to < from ? from : to,
    interval: oneOf(intervals, params.get('interval')),
    kind: oneOf(kinds, params.get('kind')),
  };
  return fitting(filter);
}

/** What the page shows, read from the address and kept there. */
export function useFilter(): [Filter, (change: Partial<Filter>) => void] {
  const [params, setParams] = useSearchParams();
  const today = todayOf();
  const filter = useMemo(() => filterOf(params, today), [params, today]);
  usePageParams(said(filter));
  const change = useCallback(
    (wanted: Partial<Filter>): void => {
      setParams((before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(said(fitting({ ...filter, ...wanted })))) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      });
    },
    [filter, setParams],
  );
  return [filter, change];
}
