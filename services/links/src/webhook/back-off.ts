import { WEBHOOK_PAUSES_SECONDS } from '@linkway/contracts';

const JITTER = 0.1;

/** How many milliseconds to wait after the attempt of a step, counted from 0; null: it was the last. */
export function pauseAfter(step: number, random = Math.random()): number | null {
  const seconds = WEBHOOK_PAUSES_SECONDS[step];
  if (seconds === undefined) return null;
  // Those that failed together must not come back together.
  return Math.round(seconds * 1_000 * (1 - JITTER + 2 * JITTER * random));
}
