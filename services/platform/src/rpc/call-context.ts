import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '@linkway/contracts';

interface CallContext {
  correlationId: string;
  /** Id of the event that is being handled, if any. */
  causationId: string | null;
  /** Whose request is being answered; null while an event is handled, whose own actor it then is. */
  actor: Actor | null;
  /** That the request came from, as the gateway saw it, for the audit log and the security centre alone; null: from nowhere, or it was not said. */
  ip: string | null;
}

const storage = new AsyncLocalStorage<CallContext>();

/** Everything that happens in `fn` (calls, events) belongs to the same correlation. */
export function withCallContext<T>(
  correlationId: string,
  causationId: string | null,
  fn: () => T,
  actor: Actor | null = null,
  ip: string | null = null,
): T {
  return storage.run({ correlationId, causationId, actor, ip }, fn);
}

/** Null outside of requests and events: what a service does by itself. */
export const runningCall = (): CallContext | null => storage.getStore() ?? null;

export const currentCall = (): CallContext =>
  runningCall() ?? { correlationId: randomUUIDv7(), causationId: null, actor: null, ip: null };
