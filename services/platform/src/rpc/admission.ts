import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../problem/app-error.js';
import { waitFor } from './patience.js';

export interface Bounds {
  /** Requests at work at once. */
  readonly atOnce: number;
  /** Those that may wait for a place; what comes beyond is refused at once. */
  readonly queued: number;
}

interface Waiting {
  start: () => void;
  refuse: () => void;
}

/** Those who ask for the same caller, in the order of their arrival. */
interface Line {
  working: number;
  readonly waiting: Set<Waiting>;
}

/** Of the places: the most that one caller may have. What is slow for him is so for nobody else. */
const SHARE_OF_ONE = 1 / 8;
/** The longest that anybody waits for a place. */
const MOST_WAIT_MS = 2_000;
const RETRY_AFTER_SECONDS = 1;

const places = new AsyncLocalStorage<() => void>();

/** For what holds up a request for long without using what the bound is for: it goes on without its place. */
export const leavePlace = (): void => places.getStore()?.();

/**
 * A bound on requests under way, with a short queue. Who gets no place in time is refused with `service.busy` before anything
 * was done for them, while they still have patience to hear of it. One caller has a share of the places at most, and those who
 * wait are let in in turn, caller by caller; what is asked for nobody in particular has every other turn. Where the queue is
 * full, the last of whoever has most in it makes room.
 */
export class Admission {
  private working = 0;
  private waiting = 0;
  private readonly ofNobody: Line = { working: 0, waiting: new Set() };
  /** Who was let in last is at the end. */
  private readonly lines = new Map<string, Line>();
  private nobodysTurn = true;
  private readonly mostAtOnce: number;

  constructor(
    private readonly bounds: Bounds,
    shareOfOne = SHARE_OF_ONE,
  ) {
    this.mostAtOnce = Math.ceil(bounds.atOnce * shareOfOne);
  }

  get underWay(): number {
    return this.working;
  }

  get queued(): number {
    return this.waiting;
  }

  /** Waits for a place; answers how to leave it, which may be done twice. `whom`: who asks; null: nobody in particular. */
  async take(whom: string | null = null): Promise<() => void> {
    const line = this.lineOf(whom);
    try {
      await this.enter(line, whom);
    } catch (error) {
      this.forget(whom, line);
      throw error;
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.working -= 1;
      line.working -= 1;
      this.forget(whom, line);
      this.letIn();
    };
  }

  async run<T>(work: () => Promise<T> | T, whom: string | null = null): Promise<T> {
    const leave = await this.take(whom);
    try {
      return await places.run(leave, work);
    } finally {
      leave();
    }
  }

  private lineOf(whom: string | null): Line {
    if (whom === null) return this.ofNobody;
    let line = this.lines.get(whom);
    if (!line) this.lines.set(whom, (line = { working: 0, waiting: new Set() }));
    return line;
  }

  private enter(line: Line, whom: string | null): Promise<void> | undefined {
    if (this.working < this.bounds.atOnce && this.hasRoom(line)) {
      this.begin(line, whom);
      return undefined;
    }
    if (this.waiting >= this.bounds.queued) this.makeRoomFor(line);
    return new Promise((start, refuse) => {
      const end = () => {
        clearTimeout(timer);
        line.waiting.delete(waiting);
        this.waiting -= 1;
      };
      const waiting = {
        start: () => {
          end();
          this.begin(line, whom);
          start();
        },
        refuse: () => {
          end();
          refuse(busy());
        },
      };
      // Not before what has arrived by then was read: where the event loop stood still, places are given back in this turn.
      const late = () => setImmediate(() => line.waiting.has(waiting) && waiting.refuse());
      const timer = setTimeout(late, waitFor(MOST_WAIT_MS));
      line.waiting.add(waiting);
      this.waiting += 1;
    });
  }

  private hasRoom(line: Line): boolean {
    return line === this.ofNobody || line.working < this.mostAtOnce;
  }

  private begin(line: Line, whom: string | null): void {
    this.working += 1;
    line.working += 1;
    if (whom === null) return;
    this.lines.delete(whom);
    this.lines.set(whom, line);
  }

  /** Throws where nobody has more waiting than this one would. */
  private makeRoomFor(line: Line): void {
    const longest = [this.ofNobody, ...this.lines.values()].reduce((most, other) =>
      this.lengthOf(other) > this.lengthOf(most) ? other : most,
    );
    const last = [...longest.waiting].at(-1);
    if (!last || longest === line || this.lengthOf(longest) <= this.lengthOf(line) + 1) throw busy();
    last.refuse();
  }

  /** Half of the queue is for what is asked for nobody. */
  private lengthOf(line: Line): number {
    return line === this.ofNobody ? line.waiting.size - this.bounds.queued / 2 : line.waiting.size;
  }

  private letIn(): void {
    while (this.working < this.bounds.atOnce && this.waiting > 0) {
      const next = this.next();
      if (!next) return;
      next.start();
    }
  }

  private next(): Waiting | undefined {
    const [nobodys] = this.ofNobody.waiting;
    this.nobodysTurn = !this.nobodysTurn;
    if (nobodys && this.nobodysTurn) return nobodys;
    for (const line of this.lines.values()) {
      const [first] = line.waiting;
      if (first && this.hasRoom(line)) return first;
    }
    return nobodys;
  }

  private forget(whom: string | null, line: Line): void {
    if (whom !== null && line.working === 0 && line.waiting.size === 0) this.lines.delete(whom);
  }
}

const busy = () => new AppError('service.busy', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });
