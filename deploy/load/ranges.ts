import type { MadeLink } from '@linkway/local/api-session';

const DAY_MS = 86_400_000;
/** Neither zone ever changes its clocks. */
const ZONE_AHEAD_MS = { UTC: 0, 'Asia/Ho_Chi_Minh': 7 * 3_600_000 };
type Zone = keyof typeof ZONE_AHEAD_MS;
const ZONES: readonly Zone[] = ['UTC', 'Asia/Ho_Chi_Minh'];

export interface Range {
  readonly from?: string;
  readonly timezone: Zone;
  readonly kind?: string;
}

/** What the web app asks for: days back from today, and nothing; besides, a time of day, which is never the same. */
export function ranges(now: number): Range[] {
  return ZONES.flatMap((timezone) =>
    [{}, { kind: 'human' }].flatMap((kind) =>
      [
        { from: localDay(now - 6 * DAY_MS, timezone) },
        { from: localDay(now - 29 * DAY_MS, timezone) },
        { from: localDay(now - 89 * DAY_MS, timezone) },
        {},
        { from: new Date(now - 7 * DAY_MS).toISOString() },
      ].map((from) => ({ ...from, ...kind, timezone })),
    ),
  );
}

const localDay = (instant: number, timezone: Zone): string =>
  new Date(instant + ZONE_AHEAD_MS[timezone]).toISOString().slice(0, 10);

/** When the clicks begin that a question is about. */
export function firstMoment({ from, timezone }: Range): Date {
  // Without `from` it is thirty days, today included: all that was loaded.
  if (from === undefined) return new Date(0);
  return from.length > 10 ? new Date(from) : new Date(Date.parse(`${from}T00:00:00Z`) - ZONE_AHEAD_MS[timezone]);
}

export const pathOf = (link: MadeLink | null, range: Range): string =>
  `${link ? `/api/links/${link.id}/analytics` : '/api/analytics/overview'}?${new URLSearchParams({ kind: 'all', ...range }).toString()}`;
