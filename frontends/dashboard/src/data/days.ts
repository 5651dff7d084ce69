import { wallClock } from '@linkway/kit/ui';

const DAY_MS = 86_400_000;

/** Of what a clock shows, as yyyy-MM-dd; a year beyond those four digits is none of ours. */
const dayOf = (clock: number): string => new Date(clock).toISOString().slice(0, 10);
export const daysAfter = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);
/** Of the account's clock. */
export const todayOf = (now = Date.now()): string => dayOf(wallClock(now));

/** 2026-02-30 is none, and '' stands for it. */
export function dayIn(text: string | null): string {
  const isWritten = text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isWritten && daysAfter(text, 0) === text ? text : '';
}
