import { setTimeout as delay } from 'node:timers/promises';
import { natsInbox } from '@linkway/contracts';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { BaseConfig } from '../config/service-config.js';
import { outageText } from '../database/outage.js';
import type { StreamLimits } from '../events/streams.js';
import type { AppLogger, LogFields } from '../log/logger.js';
import { rarely } from '../log/rarely.js';
import { gatherWrites } from './gather-writes.js';
import { isNear } from './near.js';
import { untilConnected } from './until-connected.js';

const TELL_EVERY_MS = 30_000;
/** A silence of so long ends a connection through a network; one within a machine ends by itself, and a node on its own is to sleep. */
const PING_MS = { far: 10_000, near: 300_000 };

/** Options of every NATS connection of a service: never give up, start even when NATS is not there yet. */
export function natsOptions(config: BaseConfig, name: string) {
  return {
    servers: config.NATS_URL.split(','),
    name,
    maxReconnectAttempts: -1,
    // Else two refusals in the life of a connection close it for good, one of which is that a busy server had no time to let it in.
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    pingInterval: isNear(config.NATS_URL) ? PING_MS.near : PING_MS.far,
    // What others of a cluster are called may be somewhere else.
    ignoreClusterUpdates: isNear(config.NATS_URL),
    maxPingOut: 1,
    waitOnFirstConnect: true,
    // Else each message that is published takes a stack trace, for the case that it fails.
    noAsyncTraces: true,
    // A user may listen on an inbox of its own alone.
    ...(config.NATS_USER && {
      user: config.NATS_USER,
      pass: config.NATS_PASSWORD,
      inboxPrefix: natsInbox(config.NATS_USER),
    }),
  };
}

/** The client itself would wait in silence: neither the log nor readiness could say for what. */
async function firstConnection(
  options: ReturnType<typeof natsOptions>,
  logger: Pick<AppLogger, 'warn' | 'info'>,
  onWait: (reason: string) => void,
): Promise<NatsConnection> {
  const seldom = rarely(TELL_EVERY_MS);
  let failures = 0;
  const connection = await untilConnected(
    () => connect({ ...options, waitOnFirstConnect: false }),
    (error) => {
      failures += 1;
      const reason = outageText(error);
      onWait(reason);
      seldom(() => logger.warn('waiting for NATS', { reason }));
    },
  );
  if (failures > 0) logger.info('NATS is there');
  return connection;
}

/** The service's own connection, for JetStream and whatever Nest's transport does not do. */
export class NatsService {
  private managing: Promise<JetStreamManager> | null = null;
  private readonly told = new Set<string>();
  private readonly waiting = new Set<() => void>();
  private returns = 0;
  private connected = true;

  private constructor(
    /** Name of the service: streams of its own get the settings below. */
    readonly service: string,
    readonly limits: StreamLimits,
    /** The servers are on this machine: see `isNear`. */
    readonly near: boolean,
    readonly connection: NatsConnection,
    readonly jetstream: JetStreamClient,
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /** Waits for NATS without end; `onWait` hears after each try in vain why. */
  static async open(
    config: BaseConfig,
    service: string,
    instance: string,
    logger: Pick<AppLogger, 'warn' | 'info'>,
    onWait: (reason: string) => void = () => undefined,
  ): Promise<NatsService> {
    const connection = await firstConnection(natsOptions(config, `${service}-${instance}`), logger, onWait);
    gatherWrites(connection);
    const nats = new NatsService(
      service,
      config,
      isNear(config.NATS_URL),
      connection,
      jetstream(connection, { timeout: 5_000 }),
      logger,
    );
    void (async () => {
      for await (const status of connection.status()) {
        // The client tells of each try that was refused, and of the return as often.
        if (status.type === 'disconnect' && nats.connected) {
          nats.connected = false;
          logger.warn('NATS connection lost');
        }
        if (status.type !== 'reconnect' || nats.connected) continue;
        logger.info('NATS connection is back');
        nats.returns += 1;
        nats.connected = true;
        for (const wake of nats.waiting) wake();
      }
    })();
    return nats;
  }

  /** How often the connection came back. */
  get comebacks(): number {
    return this.returns;
  }

  /** False while the client looks for a server: what is published then waits in memory. */
  get isConnected(): boolean {
    return this.connected && !this.isClosed;
  }

  get isClosed(): boolean {
    return this.connection.isClosed();
  }

  /** Called each time the connection is back; answers how to be called no more. */
  onReturn(callback: () => void): () => void {
    this.waiting.add(callback);
    return () => this.waiting.delete(callback);
  }

  /** Waits before another try, but no longer than until the connection is back: it may have been that. */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const ended = new AbortController();
    const end = () => ended.abort();
    this.waiting.add(end);
    signal.addEventListener('abort', end, { once: true });
    await delay(ms, undefined, { signal: ended.signal }).catch(() => undefined);
    this.waiting.delete(end);
    signal.removeEventListener('abort', end);
  }

  /** A warning that would come again with every try: told once in the life of the process. */
  tellOnce(key: string, message: string, fields: LogFields): void {
    if (this.told.has(key)) return;
    this.told.add(key);
    this.logger.warn(message, fields);
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

  /** Throws unless JetStream answers, at once while the connection is away: what is asked then gets lost when it comes back. */
  async ask(): Promise<void> {
    if (!this.isConnected) throw new Error('not connected');
    await (await this.manager()).getAccountInfo();
  }

  /** Requests that wait for an answer fail. */
  async close(): Promise<void> {
    if (!this.isClosed) await this.connection.close();
  }
}
