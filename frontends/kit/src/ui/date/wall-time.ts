import dayjs, { type Dayjs } from 'dayjs';
import { timeZone } from '../../i18n/time-zone';

// dayjs, and the pickers with it, know the zone of the browser alone. So a time of the account's zone is held as the one that has the
// same day and hour in the browser's: what a clock on the wall there shows.

/** What the clock of a zone shows at a moment, as if it were UTC. */
function clock(at: number, zone: string): number {
  // The Swedish write dates as ISO does.
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(at);
  return Date.parse(`${shown.replace(' ', 'T')}Z`);
}

/** A moment, now or given, in the zone of the account. */
export function wallTime(moment: string | number = Date.now()): Dayjs {
  const zone = timeZone();
  if (!zone) return dayjs(moment);
  const at = new Date(clock(new Date(moment).getTime(), zone));
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
  const first = shown - (clock(shown, zone) - shown);
  // The offset of that moment, where it is another one than at the first guess.
  return new Date(shown - (clock(first, zone) - first)).toISOString();
}
