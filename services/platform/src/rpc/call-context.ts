import { AsyncLocalStorage } from 'node:async_hooks';
import { v7 as uuidv7 } from 'uuid';

interface CallContext {
  correlationId: string;
  /** Id of the event that is being handled, if any. */
  causationId: string | null;
}

const storage = new AsyncLocalStorage<CallContext>();

/** Everything that happens in `fn` (calls, events) belongs to the same correlation. */
export function withCallContext<T>(correlationId: string, causationId: string | null, fn: () => T): T {
  return storage.run({ correlationId, causationId }, fn);
}

export const currentCall = (): CallContext => storage.getStore() ?? { correlationId: uuidv7(), causationId: null };
