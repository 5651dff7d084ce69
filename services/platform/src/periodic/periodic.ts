import { AsyncLocalStorage } from 'node:async_hooks';
import type { AppLogger } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import { withoutDeadline } from '../rpc/patience.js';
import { type Appointment, afterAbout, isPutOff } from './ticks.js';

/** Processes that started together must not ask a store together for ever. */
const JITTER = 0.1;
/** An outage that lasts for days must not fill the log. */
const TELL_EVERY_MS = 60_000;
/** Nothing else of the process goes on meanwhile. */
const HOLDS_UP_MS = 250;

export interface Periodic {
  /** No further round; resolves when the one under way is over. */
  stop(): Promise<void>;
  /** A round that begins now, or after the one under way. */
  now(): Promise<void>;
  /**
   * The next round is due in so many milliseconds, unless it is sooner anyway. It begins up to a quarter later where that is four seconds or more
   * (`afterAbout`), and after the round under way.
   */
  within(ms: number): void;
}

export interface PeriodicOptions {
  /** What the log calls it. */
  name: string;
  logger: Pick<AppLogger, 'warn'>;
}

/**
 * Does `work` every so often until it is stopped: one round at a time, the pause counted from the end of the last. Work that
 * answers a number says in how many milliseconds it wants to be next, in place of the usual pause. A round that fails is
 * logged, once a minute at most, and the next one tries again; so is one whose beginning holds up the whole process. It keeps no process alive. Pauses of four seconds and more end together with
 * others of the process (`afterAbout`).
 */
export function periodic(
  everyMs: number,
  work: () => Promise<number | undefined> | Promise<void> | void,
  options: PeriodicOptions,
): Periodic {
  /** Whoever asked for a round is not who did what it does. */
  const apart = AsyncLocalStorage.snapshot();
  const seldom = rarely(TELL_EVERY_MS);
  const holding = rarely(TELL_EVERY_MS);
  let next: Appointment | null = null;
  let stopped = false;
  /** After the round under way, where somebody said meanwhile that the next one must come sooner. */
  let mostMs = Number.POSITIVE_INFINITY;
  let isUnderWay = false;
  let last: Promise<void> = Promise.resolve();
  /** The round that was asked for and has not begun: whoever asks meanwhile is served by it. */
  let waiting: Promise<void> | null = null;

  const round = async (): Promise<number | undefined> => {
    if (stopped) return undefined;
    try {
      // Whoever asked for the round does not wait for what it does.
      const began = performance.now();
      const working = apart(() => withoutDeadline(work));
      const heldMs = Math.round(performance.now() - began);
      if (heldMs >= HOLDS_UP_MS)
        holding((more) => options.logger.warn(`${options.name} held up the process`, { ms: heldMs, more }));
      return (await working) ?? undefined;
    } catch (error) {
      // What a round needs may be closed under it once it was told to stop.
      if (!stopped)
        seldom((more) => options.logger.warn(`${options.name} failed, the next round tries again`, { error, more }));
      return undefined;
    }
  };
  const usual = (): number => {
    // What is put off is begun so much sooner that it comes as often all the same.
    const spread = isPutOff(everyMs) ? { from: 1 - 2 * JITTER, by: JITTER } : { from: 1 - JITTER, by: 2 * JITTER };
    return everyMs * (spread.from + spread.by * Math.random());
  };
  const schedule = (pauseMs = usual()): void => {
    if (stopped || waiting) return;
    next = afterAbout(Math.min(pauseMs, mostMs), now);
    mostMs = Number.POSITIVE_INFINITY;
  };
  const begin = async (): Promise<void> => {
    waiting = null;
    isUnderWay = true;
    mostMs = Number.POSITIVE_INFINITY;
    const pauseMs = await round();
    isUnderWay = false;
    schedule(pauseMs);
  };
  const now = (): Promise<void> => {
    if (waiting) return waiting;
    next?.cancel();
    waiting = last.then(begin);
    last = waiting;
    return waiting;
  };

  schedule();
  return {
    now,
    within: (ms) => {
      // The round under way may have looked before.
      if (isUnderWay) mostMs = Math.min(mostMs, ms);
      if (isUnderWay || stopped || waiting || !next || next.at - performance.now() <= ms) return;
      next.cancel();
      schedule(ms);
    },
    stop: () => {
      stopped = true;
      next?.cancel();
      return last;
    },
  };
}
