import { natsInbox } from '@linkway/contracts';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { BaseConfig } from '../config/service-config.js';
import type { AppLogger } from '../log/logger.js';

/** Options of every NATS connection of a service: never give up, start even when NATS is not there yet. */
export function natsOptions(config: BaseConfig, name: string) {
  return {
    servers: config.NATS_URL.split(','),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    pingInterval: 5_000,
    maxPingOut: 2,
    waitOnFirstConnect: true,
    // A user may listen on an inbox of its own alone.
    ...(config.NATS_USER && {
      user: config.NATS_USER,
      pass: config.NATS_PASSWORD,
      inboxPrefix: natsInbox(config.NATS_USER),
    }),
  };
}

/** The service's own connection, for JetStream and whatever Nest's transport does not do. */
export class NatsService {
  private constructor(
    readonly connection: NatsConnection,
    readonly jetstream: JetStreamClient,
    private managing: Promise<JetStreamManager> | null,
  ) {}

  static async open(config: BaseConfig, name: string, logger: AppLogger): Promise<NatsService> {
    const connection = await connect(natsOptions(config, name));
    void (async () => {
      for await (const status of connection.status()) {
        if (status.type === 'disconnect') logger.warn('NATS connection lost');
        if (status.type === 'reconnect') logger.info('NATS connection is back');
      }
    })();
    return new NatsService(connection, jetstream(connection, { timeout: 5_000 }), null);
  }

  /** Asked for lazily: it checks that JetStream is enabled, which fails while NATS is away. */
  manager(): Promise<JetStreamManager> {
    this.managing ??= jetstreamManager(this.connection, { timeout: 5_000 }).catch((error: unknown) => {
      this.managing = null;
      throw error;
    });
    return this.managing;
  }

  /** Throws unless a round trip to the server works. */
  async check(): Promise<void> {
    await this.connection.flush();
  }

  async close(): Promise<void> {
    if (!this.connection.isClosed()) await this.connection.close();
  }
}
