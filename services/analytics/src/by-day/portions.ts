export interface DayOfClicks {
  readonly day: string;
  readonly clicks: number;
}

/** Days together that have about so many clicks, or one that has more. */
export function portions<T extends DayOfClicks>(days: readonly T[], clicksAtOnce: number): T[][] {
  const all: T[][] = [];
  let clicks = Number.POSITIVE_INFINITY;
  for (const one of days) {
    if (clicks + one.clicks > clicksAtOnce) {
      all.push([]);
      clicks = 0;
    }
    all.at(-1)?.push(one);
    clicks += one.clicks;
  }
  return all;
}

/** Conditions that between them take each click once, and none of them more than about so many of `clicks`. */
export function slices(clicks: number, clicksAtOnce: number): string[] {
  const count = Math.max(1, Math.ceil(clicks / clicksAtOnce));
  return Array.from({ length: count }, (_, index) => `cityHash64(event_id) % ${count} = ${index}`);
}
