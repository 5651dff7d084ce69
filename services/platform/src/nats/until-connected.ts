import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/nats-core';

const TRY_EVERY_MS = 250;

/** Tries until a connection is made: the library's own wait for the first one says nothing and knows no end. `signal` ends it. */
export async function untilConnected(
  connect: () => Promise<NatsConnection>,
  onFailure: (error: unknown) => void = () => undefined,
  signal?: AbortSignal,
): Promise<NatsConnection> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await connect();
    } catch (error) {
      onFailure(error);
      await delay(TRY_EVERY_MS * (1 + Math.random()), undefined, { signal });
    }
  }
}
