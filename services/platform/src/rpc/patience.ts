import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../problem/app-error.js';

const deadlines = new AsyncLocalStorage<number>();

/** Everything that is done in `work` is done for somebody who waits until `deadline` (by `performance.now()`) and no longer. */
export const withDeadline = <T>(deadline: number, work: () => T): T => deadlines.run(deadline, work);

/** For what a request sets off and does not wait for. */
export const withoutDeadline = <T>(work: () => T): T => deadlines.exit(work);

/** Milliseconds that whoever asked still waits, not more than 0 once that is over; null: nobody said how long. */
export function patienceLeft(now = performance.now()): number | null {
  const deadline = deadlines.getStore();
  return deadline === undefined ? null : deadline - now;
}

/** Of what is left of a caller's patience: the rest is for the work and the way back. */
const WAIT_SHARE = 0.5;

/** For how many milliseconds a turn may be waited for: half of what whoever asked still waits, and no more than `mostMs`. */
export const waitFor = (mostMs: number, now = performance.now()): number =>
  Math.min(mostMs, (patienceLeft(now) ?? Number.POSITIVE_INFINITY) * WAIT_SHARE);

/** Throws `service.timeout` once nobody waits for the answer any more. */
export function refuseLate(): void {
  const left = patienceLeft();
  if (left !== null && left <= 0) throw new AppError('service.timeout');
}
