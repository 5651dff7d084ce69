import { AsyncLocalStorage } from 'node:async_hooks';

const deadlines = new AsyncLocalStorage<number>();

/** Everything that is asked of ClickHouse in `work` has to be done by then: nobody waits for the answer any longer. */
export const withDeadline = <T>(deadline: number, work: () => Promise<T>): Promise<T> => deadlines.run(deadline, work);

/** Milliseconds that the question under way has left; null outside of one. */
export function patienceLeft(now = Date.now()): number | null {
  const deadline = deadlines.getStore();
  return deadline === undefined ? null : deadline - now;
}
