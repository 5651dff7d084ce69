import { LOOPBACK } from '../address/network.js';
import { AppError } from '../problem/app-error.js';
import { leavePlace } from '../rpc/admission.js';
import { patienceLeft, refuseLate, waitFor } from '../rpc/patience.js';

export interface HashLimits {
  /** Hashes worked on at once. Each takes a core for some 30 ms and 19 MiB. */
  concurrency?: number;
  /** Hashes that may wait for their turn; what comes beyond is refused at once. */
  queue?: number;
  /** Places, at work and waiting together, that one network or caller may hold. */
  perNetwork?: number;
  now?: () => number;
}

interface Waiting {
  /** Until then it may begin. */
  until: number;
  /** Whoever asked is gone by then. */
  deadline: number;
  start: () => void;
  refuse: (error: AppError) => void;
}

/** For whoever has that much patience; for others half of what they have. Fifty that come at once have their turn by then on a slow machine. */
const MAX_WAIT_MS = 5_000;
const RETRY_AFTER_SECONDS = 2;

const busy = () => new AppError('service.busy', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });

const refusalOf = ({ deadline }: Waiting, now: number) => (deadline <= now ? new AppError('service.timeout') : busy());

/**
 * The one way to hash or check a password: `concurrency` at once, `queue` more wait in order, and no network has more than
 * its few places among them, so that one visitor cannot keep out the others. Whoever gets no place, or waited too long,
 * is refused with `service.busy`; a place whose request has no caller left is given up with `service.timeout`. Take a place for the hash alone, after every check that is cheaper.
 */
export class HashLimiter {
  private running = 0;
  private readonly waiting: Waiting[] = [];
  private readonly places = new Map<string, number>();
  private readonly concurrency: number;
  private readonly queue: number;
  private readonly perNetwork: number;
  private readonly now: () => number;

  constructor({ concurrency = 2, queue = 64, perNetwork = 8, now = () => performance.now() }: HashLimits = {}) {
    this.concurrency = concurrency;
    this.queue = queue;
    this.perNetwork = perNetwork;
    this.now = now;
  }

  get queued(): number {
    return this.waiting.length;
  }

  /** @param network whom the place counts for: a network, a workspace; null (the service's own work) and LOOPBACK count for nobody. */
  async run<T>(network: string | null, work: () => Promise<T>): Promise<T> {
    if (network === null || network === LOOPBACK) return this.inTurn(work);
    const held = this.places.get(network) ?? 0;
    if (held >= this.perNetwork) throw busy();
    this.places.set(network, held + 1);
    try {
      return await this.inTurn(work);
    } finally {
      const left = (this.places.get(network) ?? 1) - 1;
      if (left > 0) this.places.set(network, left);
      else this.places.delete(network);
    }
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    // This queue is the bound for hashes: a flood of them must not keep out what needs none.
    leavePlace();
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(): Promise<void> {
    refuseLate();
    if (this.running < this.concurrency) {
      this.running += 1;
      return Promise.resolve();
    }
    if (this.waiting.length >= this.queue) this.giveUpLate();
    if (this.waiting.length >= this.queue) return Promise.reject(busy());
    return new Promise((start, refuse) => {
      const now = this.now();
      const deadline = now + (patienceLeft(now) ?? Number.POSITIVE_INFINITY);
      this.waiting.push({ until: now + waitFor(MAX_WAIT_MS, now), deadline, start, refuse });
    });
  }

  /** Places that are waited in for nothing are none. */
  private giveUpLate(): void {
    for (const late of this.waiting.filter((waiting) => this.isLate(waiting))) {
      this.waiting.splice(this.waiting.indexOf(late), 1);
      late.refuse(refusalOf(late, this.now()));
    }
  }

  private isLate({ until, deadline }: Waiting): boolean {
    const now = this.now();
    return until < now || deadline <= now;
  }

  private leave(): void {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      if (!this.isLate(next)) {
        // The place passes on, so `running` stays as it is.
        next.start();
        return;
      }
      next.refuse(refusalOf(next, this.now()));
    }
    this.running -= 1;
  }
}
