import { AppError, refuseLate } from '@linkway/platform';

/**
 * Lets few questions at the database at once and few more wait, so that however many are asked, the pool's other connections
 * are left to those who make links.
 */
export class Places {
  private taken = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly mayWait: number,
  ) {}

  /** Throws `service.busy` where too many wait already, `service.timeout` where nobody waits for the answer any more. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.taken < this.atOnce) this.taken += 1;
    else if (this.waiting.length >= this.mayWait) throw new AppError('service.busy', {}, { retryAfterSeconds: 1 });
    // Whoever is done hands the place on.
    else await new Promise<void>((goOn) => this.waiting.push(goOn));
    try {
      refuseLate();
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.taken -= 1;
    }
  }
}
