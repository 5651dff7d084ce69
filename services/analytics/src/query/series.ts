import { type DayState } from './day-states.js';
import { endOfDay, startOfDay } from './days.js';
import type { Period } from './period.js';

const SLOT_MS = 900_000;
const HOUR_MS = 3_600_000;

/** How a UTC day that was added up goes into buckets. */
export interface DayPlan {
  readonly state: DayState;
  /** Quarter of an hour (0 to 95) at which a new bucket begins inside the day; null: the day is in one bucket. */
  readonly cut: number | null;
}

export interface SeriesPlan {
  readonly kind: 'hours' | 'days';
  readonly added: readonly DayPlan[];
  /** Days whose clicks are counted one by one. */
  readonly counted: readonly DayState[];
}

/**
 * Which days of a period can come from additions. These hold, of each UTC day, every hour, and the clicks and visitors
 * before and after each quarter of an hour: enough for local days of any zone, as no such day ends twice in one UTC day. A day
 * whose addition does not fit is counted for everything: taken from both, the chart and the total could differ.
 */
export function planSeries(period: Period, added: readonly DayState[], others: readonly DayState[]): SeriesPlan {
  if (period.interval === 'hour') {
    const aligned = period.buckets.every((start) => start % HOUR_MS === 0);
    return aligned
      ? { kind: 'hours', added: added.map((state) => ({ state, cut: null })), counted: others }
      : { kind: 'hours', added: [], counted: [...others, ...added] };
  }
  const plans: DayPlan[] = [];
  const counted = [...others];
  for (const state of added) {
    const [start, end] = [startOfDay(state.day), endOfDay(state.day)];
    const inside = period.buckets.filter((bucket) => bucket > start && bucket < end);
    const [only] = inside;
    if (only === undefined) plans.push({ state, cut: null });
    else if (inside.length === 1 && only % SLOT_MS === 0) plans.push({ state, cut: (only - start) / SLOT_MS });
    else counted.push(state);
  }
  return { kind: 'days', added: plans, counted };
}

/** Counts into buckets; an instant belongs to the last bucket that begins at or before it. */
export class Buckets {
  private readonly clicks: number[];
  private readonly unique: number[];

  constructor(private readonly starts: readonly number[]) {
    this.clicks = starts.map(() => 0);
    this.unique = starts.map(() => 0);
  }

  add(instant: number, clicks: number, unique: number): void {
    const index = this.indexOf(instant);
    this.clicks[index] = (this.clicks[index] ?? 0) + clicks;
    this.unique[index] = (this.unique[index] ?? 0) + unique;
  }

  points(): { time: string; clicks: number; unique: number }[] {
    return this.starts.map((start, index) => ({
      time: new Date(start).toISOString(),
      clicks: this.clicks[index] ?? 0,
      unique: this.unique[index] ?? 0,
    }));
  }

  private indexOf(instant: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= instant) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
