import { atMost } from '@linkway/platform';
import { LRUCache } from 'lru-cache';

export const TRACKED_CALLERS = 50_000;

/** What is counted of one caller until a moment, by `performance.now()`, the clock that nobody sets. */
export interface Window {
  count: number;
  endsAt: number;
}

/** Windows that begin with the first request after the one before has ended. The least asked about are forgotten first. */
export class Windows<W extends Window> {
  private readonly windows = new LRUCache<string, W>(atMost(TRACKED_CALLERS));

  constructor(private readonly begin: (endsAt: number) => W) {}

  running(name: string): W | null {
    const window = this.windows.get(name);
    return window && window.endsAt > performance.now() ? window : null;
  }

  /** The one that runs, else a new one of so many milliseconds. */
  of(name: string, ms: number): W {
    const running = this.running(name);
    if (running) return running;
    const window = this.begin(performance.now() + ms);
    this.windows.set(name, window);
    return window;
  }

  clear(): void {
    this.windows.clear();
  }
}

export const leftOf = ({ endsAt }: Window): number => Math.max(0, endsAt - performance.now());
