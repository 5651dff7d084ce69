const FIRST_MS = 60_000;
const MOST_MS = 2 * 3_600_000;
const JITTER = 0.1;

/** How long to wait after so many attempts: a minute, twice as long each time, two hours at most; seventeen in a day. */
export function backOff(attempts: number, random = Math.random()): number {
  const pause = Math.min(FIRST_MS * 2 ** Math.max(attempts - 1, 0), MOST_MS);
  // Those that failed together must not come back together.
  return Math.round(pause * (1 - JITTER + 2 * JITTER * random));
}
