import { timezone } from '../../data/queries';

const DAY_MS = 86_400_000;

/** The Swedish write dates as ISO does. */
const dayOf = (time: Date): number =>
  Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone: timezone() }).format(time));

/** Calendar days of the dashboard's zone between a time and today; 0: it was today. */
export const daysSince = (iso: string, now = new Date()): number =>
  Math.max(0, Math.round((dayOf(now) - dayOf(new Date(iso))) / DAY_MS));
