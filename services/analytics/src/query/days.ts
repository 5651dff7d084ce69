const DAY_MS = 86_400_000;

/** UTC days, as `2026-01-31`; both are part of it. */
export interface Days {
  readonly first: string;
  readonly last: string;
}
/** Condition: the days of `Days`, which are its parameters. */
export const WITHIN = 'day >= {first:Date} AND day <= {last:Date}';

export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const endOfDay = (day: string): number => startOfDay(day) + DAY_MS;
