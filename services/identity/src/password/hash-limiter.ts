import { AppError } from '@linkway/platform';

interface Waiting {
  since: number;
  start: () => void;
  refuse: (error: AppError) => void;
}

// Whoever asked waits five seconds in all; work that starts later is done for nobody.
const MAX_WAIT_MS = 3_000;

const busy = () => new AppError('service.unavailable', {}, { retryAfterSeconds: 2 });

/** Lets `concurrency` jobs run at once and `queue` more wait in order; refuses the others, and those that waited too long. */
export class HashLimiter {
  private running = 0;
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly queue: number,
    private readonly now: () => number = Date.now,
  ) {}

  get queued(): number {
    return this.waiting.length;
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await job();
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
