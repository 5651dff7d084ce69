/** Clicks (and visitors) of one kind in one quarter of an hour or one hour of a UTC day. Numbers may come as text. */
export interface SlotCount {
  day: string;
  kind: string;
  slot: number | string;
  clicks: number | string;
  visitors: number | string;
}

/** How many visitors came first in one quarter of an hour and last in another. */
export interface FirstAndLast {
  day: string;
  kind: string;
  first: number | string;
  last: number | string;
  visitors: number | string;
}

export interface DayPart {
  kind: string;
  /** `hour` (value 0 to 23), or before (`until`) and from (`since`) a quarter of an hour (value 1 to 95). */
  dimension: 'hour' | 'until' | 'since';
  value: string;
  clicks: number;
  visitors: number;
}

const SLOTS = 96;

/** What charts need of a day whatever their time zone: its hours, and what lies before and after each quarter of an hour. */
export function dayParts(
  slots: readonly SlotCount[],
  hours: readonly SlotCount[],
  visitors: readonly FirstAndLast[],
): DayPart[] {
  const parts: DayPart[] = hours.map((row) => ({
    kind: row.kind,
    dimension: 'hour',
    value: String(row.slot),
    clicks: Number(row.clicks),
    visitors: Number(row.visitors),
  }));
  for (const kind of new Set(slots.map((row) => row.kind))) {
    const clicks = histogram(slots.filter((row) => row.kind === kind).map((row) => [row.slot, row.clicks]));
    const own = visitors.filter((row) => row.kind === kind);
    const first = histogram(own.map((row) => [row.first, row.visitors]));
    const last = histogram(own.map((row) => [row.last, row.visitors]));
    for (let cut = 1; cut < SLOTS; cut += 1) {
      const value = String(cut);
      const until = { clicks: sum(clicks, 0, cut), visitors: sum(first, 0, cut) };
      const since = { clicks: sum(clicks, cut, SLOTS), visitors: sum(last, cut, SLOTS) };
      if (until.clicks > 0) parts.push({ kind, dimension: 'until', value, ...until });
      if (since.clicks > 0) parts.push({ kind, dimension: 'since', value, ...since });
    }
  }
  return parts;
}

function histogram(entries: readonly (readonly [number | string, number | string])[]): number[] {
  const counts = Array.from({ length: SLOTS }, () => 0);
  for (const [slot, count] of entries) counts[Number(slot)] = (counts[Number(slot)] ?? 0) + Number(count);
  return counts;
}

const sum = (counts: readonly number[], from: number, to: number): number =>
  counts.slice(from, to).reduce((total, count) => total + count, 0);
