import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { AppLogger } from '../log/logger.js';

const ASK_EVERY_MS = 500;
/** So many questions in a row without an answer, three seconds, and the store is given up. */
const QUESTIONS = 6;

/** What a service does its last work with. */
export interface Store {
  /** A round trip that asks for next to nothing; throws when the store is away. */
  ask(): Promise<unknown>;
  /** Fails what waits for the store, and whatever is asked of it from now on. */
  giveUp(): Promise<unknown>;
}

/**
 * A service that stops finishes what it has in hand, for as long as its stores take. One that is away would let each request wait to the
 * end of its own time, one after the other: it is given up instead. What was under way is then as after a crash, and whoever starts
 * next goes on with it.
 */
export class SilentStores {
  private readonly stores = new Map<string, Store>();

  constructor(
    private readonly logger: Pick<AppLogger, 'warn'>,
    private readonly askEveryMs = ASK_EVERY_MS,
  ) {}

  register(name: string, store: Store): void {
    this.stores.set(name, store);
  }

  /** Asks each of them until the signal comes. */
  watch(signal: AbortSignal): void {
    for (const [name, store] of this.stores) void this.watchOne(name, store, signal);
  }

  private async watchOne(name: string, store: Store, signal: AbortSignal): Promise<void> {
    // Counted by questions and not by the clock: a process that stood still has not asked meanwhile. A late answer is one, too.
    let unanswered = 0;
    const ask = () =>
      store.ask().then(
        () => {
          unanswered = 0;
        },
        () => undefined,
      );
    while (unanswered < QUESTIONS) {
      unanswered += 1;
      void ask();
      await delay(this.askEveryMs, undefined, { signal }).catch(() => undefined);
      // On a busy machine an answer may lie there unread, and timers come first.
      await turn();
      if (signal.aborted) return;
    }
    this.logger.warn('a store gives no answer, the stop goes on without it', { store: name });
    await store.giveUp().catch((error: unknown) => this.logger.warn('a store cannot be left', { store: name, error }));
  }
}
