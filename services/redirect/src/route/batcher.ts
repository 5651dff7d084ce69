export interface BatchLimits {
  /** Keys in one batch. */
  size: number;
  /** Batches under way. */
  atOnce: number;
  /** Keys that may wait for a place; the next is refused. */
  waiting: number;
  /** How long the first of a batch waits for others; 0: until the current turn of the event loop is over. */
  collectMs: number;
  /** What waits behind a batch that fails fails with it: the next would be asked in vain for as long. */
  failsTogether?: boolean;
}

/** More is asked for than can wait. */
export class BatcherFull extends Error {
  override readonly name = 'BatcherFull';
}

interface Waiting<K, V> {
  key: K;
  resolve(value: V): void;
  reject(error: unknown): void;
}

/**
 * Puts what many visitors ask for at the same time into few questions. What is under way and what waits is bounded, so
 * that a flood costs the ones that it asks no more than that.
 */
export class Batcher<K, V> {
  private waiting: Waiting<K, V>[] = [];
  private running = 0;
  private collecting = false;

  /** `work` answers for each key, in the same order. */
  constructor(
    private readonly limits: BatchLimits,
    private readonly work: (keys: K[]) => Promise<V[]>,
  ) {}

  /** Throws `BatcherFull`, or what `work` threw for the batch. */
  ask(key: K): Promise<V> {
    if (this.waiting.length >= this.limits.waiting) return Promise.reject(new BatcherFull('too much is asked at once'));
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      this.collect();
    });
  }

  private collect(): void {
    if (this.collecting || this.running >= this.limits.atOnce) return;
    this.collecting = true;
    const send = () => {
      this.collecting = false;
      this.send();
    };
    if (this.limits.collectMs === 0) setImmediate(send);
    else setTimeout(send, this.limits.collectMs);
  }

  private send(): void {
    while (this.running < this.limits.atOnce && this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.limits.size);
      this.running += 1;
      void this.settle(batch).finally(() => {
        this.running -= 1;
        if (this.waiting.length > 0) this.collect();
      });
    }
  }

  private async settle(batch: Waiting<K, V>[]): Promise<void> {
    try {
      const values = await this.work(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] as V);
    } catch (error) {
      const behind = this.limits.failsTogether ? this.waiting.splice(0) : [];
      for (const { reject } of [...batch, ...behind]) reject(error);
    }
  }
}
