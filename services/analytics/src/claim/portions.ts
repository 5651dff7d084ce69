/** Clicks that one statement looks at and copies: it holds the ids of those that the workspace has. */
export const MOST_AT_ONCE = 200_000;

const DAY_MS = 86_400_000;
/** What a day, and then a minute, is cut into where it has more. A second of one link has not. */
export const STEPS_MS: readonly number[] = [60_000, 1_000];

/** A day on which guests and the workspace do not have the same clicks. */
export interface DifferingDay {
  readonly day: string;
  /** Of both together, as everywhere here. */
  readonly clicks: number;
}

/** A part of a day that has clicks. Times in ms since 1970. */
export interface Slice {
  readonly start: number;
  readonly clicks: number;
  readonly differs: boolean;
}

/** What is copied at once: what lies between two times, on these days alone. */
export interface Portion {
  readonly days: readonly string[];
  readonly from: number;
  readonly until: number;
  readonly clicks: number;
}

/** Whole days, in their order. */
export function portionsOfDays(differing: readonly DifferingDay[], most = MOST_AT_ONCE): Portion[] {
  return together(differing, most).map((group) => {
    const days = group.map(({ day }) => day);
    const [first = '', last = ''] = [days[0], days.at(-1)];
    return { days, from: Date.parse(first), until: Date.parse(last) + DAY_MS, clicks: sumOf(group) };
  });
}

/** Parts of a portion, in their order: those in which something differs, and what lies between that. */
export function portionsOfSlices(
  { days }: Portion,
  slices: readonly Slice[],
  step: number,
  most = MOST_AT_ONCE,
): Portion[] {
  return together(slices, most)
    .filter((group) => group.some(({ differs }) => differs))
    .map((group) => {
      const [first, last] = [group[0]?.start ?? 0, group.at(-1)?.start ?? 0];
      return { days, from: first, until: last + step, clicks: sumOf(group) };
    });
}

const sumOf = (counted: readonly { clicks: number }[]): number => counted.reduce((sum, { clicks }) => sum + clicks, 0);

/** Neighbours, as many as have no more clicks than that. */
function together<T extends { clicks: number }>(counted: readonly T[], most: number): T[][] {
  const groups: T[][] = [];
  let sum = 0;
  for (const one of counted) {
    sum += one.clicks;
    const last = groups.at(-1);
    if (last && sum <= most) last.push(one);
    else {
      groups.push([one]);
      sum = one.clicks;
    }
  }
  return groups;
}
