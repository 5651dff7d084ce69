import type { NatsConnection } from '@nats-io/nats-core';
import { ClientNats, type NatsOptions } from '@nestjs/microservices';
import { gatherWrites } from '../nats/gather-writes.js';
import { untilConnected } from '../nats/until-connected.js';

/**
 * Nest's client, whose writes of one turn go together. It connects at the first request; once it is closed it stays so: Nest's own
 * would connect anew for a request that comes late, for good, and go on trying where NATS is away.
 */
export class RequestClient extends ClientNats {
  private readonly ended = new AbortController();

  constructor(options: NatsOptions['options'] & object) {
    // It is waited for here.
    super({ ...options, waitOnFirstConnect: false });
  }

  override async createClient(): Promise<NatsConnection> {
    const connect = () => super.createClient() as Promise<NatsConnection>;
    const connection = await untilConnected(connect, undefined, this.ended.signal);
    gatherWrites(connection);
    return connection;
  }

  override async close(): Promise<void> {
    this.ended.abort(new Error('the client is closed'));
    await super.close();
  }
}
