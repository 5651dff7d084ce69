import { timeZone } from '../i18n/time-zone';

/** What the clock of a zone shows at a moment, as if it were UTC. */
export function clockIn(zone: string, at: number): number {
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

/**
 * What the clock of the account shows at a moment, else the browser's: as if it were UTC, to the second. So days are counted and told
 * without the pickers and their library, which are a second of a slow phone.
 * @param at in ms since 1970
 */
export function wallClock(at: number): number {
  const zone = timeZone();
  const second = at - (at % 1_000);
  return zone ? clockIn(zone, second) : second - new Date(at).getTimezoneOffset() * 60_000;
}

/**
 * The moment at which a day, yyyy-MM-dd, begins by the clock of the account, else by the browser's, as ISO; where the clock leaves midnight
 * out in spring, the moment of that change.
 */
export function dayStart(day: string): string {
  const zone = timeZone();
  const shown = Date.parse(day);
  const offset = (at: number): number => (zone ? clockIn(zone, at) - at : -new Date(at).getTimezoneOffset() * 60_000);
  const first = shown - offset(shown);
  // The offset of that moment, where it is another one than at the first guess.
  const start = shown - offset(first);
  // Before a change in spring the clock shows the hour that is left out.
  return new Date(offset(start) + start < shown ? first : start).toISOString();
}
