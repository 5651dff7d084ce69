import { AppError, patienceLeft } from '@linkway/platform';
import { LRUCache } from 'lru-cache';

const MAX_ROWS = 300_000;
/** Clicks can also be judged anew by another process, which leaves their number as it was. */
const JUDGED_ANEW_MS = 60_000;

/**
 * Keeps the rows of queries whose answer cannot have changed. The key must hold everything that the answer depends on, above
 * all how many clicks there were: clicks are only ever added, so the same number is the same clicks.
 */
export class PartCache {
  private readonly found;
  private readonly asked = new Map<string, Promise<readonly unknown[]>>();

  /** `maxAgeMs` null: rows under a key never change. */
  constructor(maxAgeMs: number | null = JUDGED_ANEW_MS) {
    this.found = new LRUCache<string, readonly unknown[]>({
      maxSize: MAX_ROWS,
      sizeCalculation: (rows) => rows.length + 1,
      ...(maxAgeMs !== null && { ttl: maxAgeMs }),
    });
  }

  /** The rows under the key; asks for them when they are not there, once for all who want them at the same time. */
  async get<T>(key: string, ask: () => Promise<T[]>): Promise<readonly T[]> {
    for (;;) {
      const known = this.found.get(key);
      if (known) return known as readonly T[];
      const running = this.asked.get(key);
      if (!running) return (await this.start(key, ask)) as readonly T[];
      try {
        return (await running) as readonly T[];
      } catch (error) {
        // It had as long as whoever asked first could wait; this one may have longer.
        if (!isTimeout(error) || (patienceLeft() ?? 1) <= 0) throw error;
      }
    }
  }

  private start<T>(key: string, ask: () => Promise<T[]>): Promise<readonly unknown[]> {
    const running = ask().then(
      (rows) => {
        this.found.set(key, rows);
        this.asked.delete(key);
        return rows;
      },
      (error: unknown) => {
        this.asked.delete(key);
        throw error;
      },
    );
    this.asked.set(key, running);
    return running;
  }
}

const isTimeout = (error: unknown): boolean => error instanceof AppError && error.code === 'service.timeout';
