import type { Analytics } from '@linkway/kit/api';
import { type Formats, useFormats, useTranslation } from '@linkway/kit/i18n';
import { timeZone } from '@linkway/kit/ui';

type Interval = Analytics['interval'];
export type Series = Pick<Analytics, 'series' | 'interval' | 'open_since'>;

/** The name of a bucket on the axis, short. */
export function bucketTick(time: string, interval: Interval, { date, dateTime }: Formats): string {
  if (interval === 'hour') return dateTime(time).slice(11);
  return interval === 'month' ? date(time).slice(3) : date(time).slice(0, 5);
}

/** What is written below the tick, where the tick alone could be one of several: the day of an hour, the year of a day. */
export function bucketUnder(time: string, { interval, series }: Series, { date }: Formats): string | undefined {
  if (interval === 'hour') return date(time).slice(0, 5);
  const years = [series[0], series.at(-1)].map((point) => point && date(point.time).slice(6));
  return interval !== 'month' && years[0] !== years[1] ? date(time).slice(6) : undefined;
}

/** Index of the first bucket that is not over yet: clicks still come. null: all are over. */
export function openFrom({ series, open_since }: Series): number | null {
  if (!open_since) return null;
  const index = series.findIndex(({ time }) => time >= open_since);
  return index < 0 ? null : index;
}

/** What buckets are called where there is room: in the read-out, in tables, and as the busiest one. */
export function useBucketNames() {
  const { t, i18n } = useTranslation('dashboard');
  const { date, dateTime } = useFormats();
  const name = (time: string, interval: Interval): string => {
    if (interval === 'hour') return dateTime(time);
    if (interval === 'week') return t('chart.week_of', { date: date(time) });
    return interval === 'month' ? date(time).slice(3) : date(time);
  };
  return {
    name,
    /** All buckets of a series, with a word about those that are not over. */
    names: (statistics: Series): string[] => {
      const open = openFrom(statistics) ?? Number.POSITIVE_INFINITY;
      return statistics.series.map(({ time }, index) => {
        const full = name(time, statistics.interval);
        return index < open ? full : t('chart.so_far', { name: full });
      });
    },
    /** As short as it can be said at a glance: "Thu 19/11". */
    short: (time: string, interval: Interval): string => {
      if (interval === 'hour') return `${date(time).slice(0, 5)} ${dateTime(time).slice(11)}`;
      if (interval === 'week') return t('chart.week_of', { date: date(time).slice(0, 5) });
      if (interval === 'month') return date(time).slice(3);
      const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: timeZone() }).format(
        new Date(time),
      );
      return `${weekday} ${date(time).slice(0, 5)}`;
    },
  };
}
