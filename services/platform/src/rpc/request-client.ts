import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/nats-core';
import { ClientNats, type NatsOptions } from '@nestjs/microservices';
import { gatherWrites } from '../nats/gather-writes.js';

const TRY_EVERY_MS = 250;

/**
 * Nest's client, whose writes of one turn go together. It connects at the first request; once it is closed it stays so: Nest's own
 * would connect anew for a request that comes late, for good, and go on trying where NATS is away.
 */
export class RequestClient extends ClientNats {
  private readonly ended = new AbortController();

  constructor(options: NatsOptions['options'] & object) {
    // The library's wait for the first connection knows no end.
    super({ ...options, waitOnFirstConnect: false });
  }

  override async createClient(): Promise<NatsConnection> {
    const { signal } = this.ended;
    for (;;) {
      signal.throwIfAborted();
      try {
        const connection = (await super.createClient()) as NatsConnection;
        gatherWrites(connection);
        return connection;
      } catch {
        await delay(TRY_EVERY_MS * (1 + Math.random()), undefined, { signal });
      }
    }
  }

  override async close(): Promise<void> {
    this.ended.abort(new Error('the client is closed'));
    await super.close();
  }
}
