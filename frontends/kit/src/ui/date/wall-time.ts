import dayjs, { type Dayjs } from 'dayjs';
import { timeZone } from '../../i18n/time-zone';
import { clockIn } from '../wall-clock';

// dayjs, and the pickers with it, know the zone of the browser alone. So a time of the account's zone is held as the one that has the
// same day and hour in the browser's: what a clock on the wall there shows.

/** A moment, now or given, in the zone of the account. */
export function wallTime(moment: string | number = Date.now()): Dayjs {
  const zone = timeZone();
  if (!zone) return dayjs(moment);
  const at = new Date(clockIn(zone, new Date(moment).getTime()));
  return dayjs(
    new Date(
      at.getUTCFullYear(),
      at.getUTCMonth(),
      at.getUTCDate(),
      at.getUTCHours(),
      at.getUTCMinutes(),
      at.getUTCSeconds(),
    ),
  );
}

/** The moment at which the clock shows that, as ISO; an hour that is left out in spring is the one after it. */
export function momentOf(wall: Dayjs): string {
  const zone = timeZone();
  if (!zone) return wall.toISOString();
  const shown = Date.UTC(wall.year(), wall.month(), wall.date(), wall.hour(), wall.minute(), wall.second());
  const first = shown - (clockIn(zone, shown) - shown);
  // The offset of that moment, where it is another one than at the first guess.
  return new Date(shown - (clockIn(zone, first) - first)).toISOString();
}
