const HOUR_MS = 3_600_000;
const HOURS = { hour: 1, day: 24, week: 168, month: 720, ever: null } as const;

/** For how long an address is blocked. */
export type Duration = keyof typeof HOURS;
export const DURATIONS = Object.keys(HOURS) as Duration[];

/** ISO; null: it has no end. */
export function endOf(duration: Duration): string | null {
  const hours = HOURS[duration];
  return hours === null ? null : new Date(Date.now() + hours * HOUR_MS).toISOString();
}
