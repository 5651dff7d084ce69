import type { Analytics } from '@linkway/kit/api';
import type { Formats } from '@linkway/kit/i18n';

type Interval = Analytics['interval'];

/** The name of a bucket on the axis, short. */
export function bucketTick(time: string, interval: Interval, { date, dateTime }: Formats): string {
  if (interval === 'hour') return dateTime(time).slice(11);
  return interval === 'month' ? date(time).slice(3) : date(time).slice(0, 5);
}

/** The name of a bucket where there is room. */
export function bucketName(time: string, interval: Interval, { date, dateTime }: Formats): string {
  if (interval === 'hour') return dateTime(time);
  return interval === 'month' ? date(time).slice(3) : date(time);
}
