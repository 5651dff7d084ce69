import { LOOPBACK } from '../address/network.js';
import { AppError } from '../problem/app-error.js';

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
  since: number;
  start: () => void;
  refuse: (error: AppError) => void;
}

// Whoever asked waits five seconds in all; work that starts later is done for nobody.
const MAX_WAIT_MS = 3_000;
const RETRY_AFTER_SECONDS = 2;

const busy = () => new AppError('service.busy', {}, { retryAfterSeconds: RETRY_AFTER_SECONDS });

/**
 * The one way to hash or check a password: `concurrency` at once, `queue` more wait in order, and no network has more than
 * its few places among them, so that one visitor cannot keep out the others. Whoever gets no place, or waited too long,
 * is refused with `service.busy`. Take a place for the hash alone, after every check that is cheaper.
 */
export class HashLimiter {
  private running = 0;
  private readonly waiting: Waiting[] = [];
  private readonly places = new Map<string, number>();
  private readonly concurrency: number;
  private readonly queue: number;
  private readonly perNetwork: number;
  private readonly now: () => number;

  constructor({ concurrency = 2, queue = 64, perNetwork = 8, now = Date.now }: HashLimits = {}) {
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
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private enter(): Promise<void> {
    if (this.running < this.concurrency) {
      this.running += 1;
      return Promise.resolve();
    }
    if (this.waiting.length >= this.queue) return Promise.reject(busy());
    return new Promise((start, refuse) => {
      this.waiting.push({ since: this.now(), start, refuse });
    });
  }

  private leave(): void {
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      if (this.now() - next.since <= MAX_WAIT_MS) {
        // The place passes on, so `running` stays as it is.
        next.start();
        return;
      }
      next.refuse(busy());
    }
    this.running -= 1;
  }
}
