import type { AppLogger } from '../log/logger.js';
import { withoutDeadline } from '../rpc/patience.js';

/** Processes that started together must not ask a store together for ever. */
const JITTER = 0.1;

export interface Periodic {
  /** No further round; resolves when the one under way is over. */
  stop(): Promise<void>;
  /** A round that begins now, or after the one under way. */
  now(): Promise<void>;
}

export interface PeriodicOptions {
  /** What the log calls it. */
  name: string;
  logger: Pick<AppLogger, 'warn'>;
}

/**
 * Does `work` every so often until it is stopped: one round at a time, the pause counted from the end of the last. A round
 * that fails is logged and the next one tries again. It keeps no process alive.
 */
export function periodic(everyMs: number, work: () => Promise<void> | void, options: PeriodicOptions): Periodic {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let last: Promise<void> = Promise.resolve();
  let rounds = 0;

  const round = async (): Promise<void> => {
    if (stopped) return;
    try {
      // Whoever asked for the round does not wait for what it does.
      await withoutDeadline(work);
    } catch (error) {
      options.logger.warn(`${options.name} failed, the next round tries again`, { error });
    }
  };
  const schedule = (): void => {
    if (stopped || rounds > 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => void now(), everyMs * (1 - JITTER + 2 * JITTER * Math.random()));
    timer.unref();
  };
  const now = (): Promise<void> => {
    clearTimeout(timer);
    rounds += 1;
    last = last.then(round).then(() => {
      rounds -= 1;
      schedule();
    });
    return last;
  };

  schedule();
  return {
    now,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return last;
    },
  };
}
