import { useSearchParams } from '@linkway/kit/router';
import { dayjs } from '@linkway/kit/ui/date';
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

const DAY = 'YYYY-MM-DD';
const DAYS: Record<Exclude<Period, '24h' | 'custom'>, number> = { '7d': 7, '30d': 30, '90d': 90, '12m': 365 };
/** Hours of a longer time are more than a chart can show. */
const HOURS_UP_TO = 31;

const oneOf = <T extends string>(values: readonly T[], value: string | null): T =>
  values.find((known) => known === value) ?? (values[0] as T);

const day = (value: string | null, usual: string): string =>
  value && /^\d{4}-\d\d-\d\d$/.test(value) && dayjs(value).isValid() ? value : usual;

/** Days that the period has. */
export function daysOf({ period, from, to }: Filter): number {
  if (period === '24h') return 1;
  return period === 'custom' ? dayjs(to).diff(from, 'day') + 1 : DAYS[period];
}

export const fits = (interval: IntervalChoice, filter: Filter): boolean =>
  interval !== 'hour' || daysOf(filter) <= HOURS_UP_TO;

/** The question to the API. It is open at its end where that is now, and the same until the hour or day is another one. */
export function rangeOf(filter: Filter, now = dayjs()): RangeParams {
  const { period, from, to, interval, kind } = filter;
  const start =
    period === 'custom'
      ? from
      : period === '24h'
        ? now.subtract(23, 'hour').startOf('hour').toISOString()
        : now.subtract(DAYS[period] - 1, 'day').format(DAY);
  const closed = period === 'custom' && to < now.format(DAY);
  return {
    from: start,
    ...(closed && { to: dayjs(to).add(1, 'day').format(DAY) }),
    ...(interval !== 'auto' && fits(interval, filter) && { interval }),
    timezone: timezone(),
    // Named always: a server of the former release takes none for all.
    kind,
  };
}

/** What the page shows, read from the address and kept there. */
export function useFilter(): [Filter, (change: Partial<Filter>) => void] {
  const [params, setParams] = useSearchParams();
  const today = dayjs().format(DAY);
  const filter: Filter = {
    link: params.get('link'),
    period: oneOf(periods, params.get('period')),
    from: day(params.get('from'), dayjs().subtract(29, 'day').format(DAY)),
    to: day(params.get('to'), today),
    interval: oneOf(intervals, params.get('interval')),
    kind: oneOf(kinds, params.get('kind')),
  };
  const change = (wanted: Partial<Filter>): void => {
    setParams((before) => {
      const next = new URLSearchParams(before);
      const { link, period, from, to, interval, kind } = { ...filter, ...wanted };
      const custom = period === 'custom';
      for (const [key, value] of [
        ['link', link],
        ['period', period === periods[0] ? null : period],
        ['from', custom ? from : null],
        ['to', custom ? to : null],
        ['interval', interval === 'auto' ? null : interval],
        ['kind', kind === kinds[0] ? null : kind],
      ] as const) {
        if (value === null) next.delete(key);
        else next.set(key, value);
      }
      return next;
    });
  };
  return [filter, change];
}
