import { setTimeout as delay } from 'node:timers/promises';

export interface EventuallyOptions {
  /** Default 10,000. */
  readonly timeoutMs?: number;
  /** Default 25. */
  readonly intervalMs?: number;
}

/** Repeats `attempt` until it neither throws nor gives `false`; then answers its result. The last failure is the error. */
export async function eventually<T>(attempt: () => T | Promise<T>, options: EventuallyOptions = {}): Promise<T> {
  const deadline = Date.now() + (options.timeoutMs ?? 10_000);
  for (;;) {
    let failure: unknown = new Error('the condition stayed false');
    try {
      const result = await attempt();
      if (result !== false) {
        return result;
      }
    } catch (error) {
      failure = error;
    }
    if (Date.now() >= deadline) {
      throw failure;
    }
    await delay(options.intervalMs ?? 25);
  }
}
