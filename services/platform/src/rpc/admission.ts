import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../problem/app-error.js';
import { patienceLeft } from './patience.js';

export interface Bounds {
  /** Requests at work at once. */
  readonly atOnce: number;
  /** Those that may wait for a place; what comes beyond is refused at once. */
  readonly queued: number;
}

interface Waiting {
  start: () => void;
}

/** The longest that anybody waits for a place, and the share of their patience: the rest is for the work and the way back. */
const MOST_WAIT_MS = 2_000;
const WAIT_SHARE = 0.5;
const RETRY_AFTER_SECONDS = 1;

const places = new AsyncLocalStorage<() => void>();

/** For what holds up a request for long without using what the bound is for: it goes on without its place. */
export const leavePlace = (): void => places.getStore()?.();

/**
 * A bound on requests under way, with a short queue. Who gets no place in time is refused with `service.busy` before anything
 * was done for them, while they still have patience to hear of it.
 */
export class Admission {
  private working = 0;
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly bounds: Bounds) {}

  get underWay(): number {
    return this.working;
  }

  get queued(): number {
    return this.waiting.size;
  }

  /** Waits for a place; answers how to leave it, which may be done twice. */
  async take(): Promise<() => void> {
    await this.enter();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.passOn();
    };
  }

  async run<T>(work: () => Promise<T> | T): Promise<T> {
    const leave = await this.take();
    try {
      return await places.run(leave, work);
    } finally {
      leave();
    }
  }

  private enter(): Promise<void> | undefined {
    if (this.working < this.bounds.atOnce) {
      this.working += 1;
      return undefined;
    }
    if (this.waiting.size >= this.bounds.queued) throw busy();
    return new Promise((start, refuse) => {
      const waiting = {
        start: () => {
          clearTimeout(timer);
          start();
        },
      };
      const timer = setTimeout(
        () => {
          this.waiting.delete(waiting);
          refuse(busy());
        },
        Math.min(MOST_WAIT_MS, (patienceLeft() ?? Number.POSITIVE_INFINITY) * WAIT_SHARE),
      );
      this.waiting.add(waiting);
    });
  }

  /** To whoever waits longest. */
  private passOn(): void {
    const [next] = this.waiting;
    if (next) {
      this.waiting.delete(next);
      next.start();
    } else this.working -= 1;
  }
}

const busy = () => new AppError('service.busy', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
