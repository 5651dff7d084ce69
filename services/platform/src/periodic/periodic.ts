import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import { withoutDeadline } from '../rpc/patience.js';

/** Processes that started together must not ask a store together for ever. */
const JITTER = 0.1;
/** An outage that lasts for days must not fill the log. */
const TELL_EVERY_MS = 60_000;

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
 * Does `work` every so often until it is stopped: one round at a time, the pause counted from the end of the last. Work that
 * answers a number says in how many milliseconds it wants to be next, in place of the usual pause. A round that fails is
 * logged, once a minute at most, and the next one tries again. It keeps no process alive.
 */
export function periodic(
  everyMs: number,
  work: () => Promise<number | undefined> | Promise<void> | void,
  options: PeriodicOptions,
): Periodic {
  const seldom = rarely(TELL_EVERY_MS);
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let last: Promise<void> = Promise.resolve();
  /** The round that was asked for and has not begun: whoever asks meanwhile is served by it. */
  let waiting: Promise<void> | null = null;

  const round = async (): Promise<number | undefined> => {
    if (stopped) return undefined;
    try {
      // Whoever asked for the round does not wait for what it does.
      return (await withoutDeadline(work)) ?? undefined;
    } catch (error) {
      // What a round needs may be closed under it once it was told to stop.
      if (!stopped)
        seldom((more) => options.logger.warn(`${options.name} failed, the next round tries again`, { error, more }));
      return undefined;
    }
  };
  const schedule = (pauseMs = everyMs * (1 - JITTER + 2 * JITTER * Math.random())): void => {
    if (stopped || waiting) return;
    timer = setTimeout(() => void now(), pauseMs);
    timer.unref();
  };
  const begin = async (): Promise<void> => {
    waiting = null;
    schedule(await round());
  };
  const now = (): Promise<void> => {
    if (waiting) return waiting;
    clearTimeout(timer);
    waiting = last.then(begin);
    last = waiting;
    return waiting;
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
