import { AckPolicy, type ConsumerMessages, DeliverPolicy } from '@nats-io/jetstream';
import type { NatsService } from '../nats/nats.service.js';
import { ensureStream, type StreamDefinition } from './streams.js';

const HEARTBEAT_MS = 5_000;
/** Heartbeats come every 5 s: this long without a sign of life is a stall. */
const STALLED_AFTER_MS = 20_000;

/** A durable pull consumer named after the service, over a whole stream; made when it is missing. */
export async function openDurable(
  nats: NatsService,
  stream: StreamDefinition,
  service: string,
  replicas: number,
): Promise<ConsumerMessages> {
  await ensureStream(nats, stream, replicas);
  const manager = await nats.manager();
  await manager.consumers.add(stream.name, {
    durable_name: service,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: 30e9,
    max_ack_pending: 256,
  });
  const consumer = await nats.jetstream.consumers.get(stream.name, service);
  return consumer.consume({ max_messages: 64, idle_heartbeat: HEARTBEAT_MS, abort_on_missing_resource: true });
}

/** Knows whether a consumer still lives; a stalled one is stopped, so that its loop makes a new one. */
export class Watchdog {
  /** 0: not connected yet, or not any more. */
  private lastSign = 0;

  alive(): void {
    this.lastSign = Date.now();
  }

  check(): void {
    if (this.lastSign === 0) throw new Error('not connected');
    if (Date.now() - this.lastSign > STALLED_AFTER_MS) throw new Error('stalled');
  }

  guard(messages: ConsumerMessages, onStall: () => void): { release(): void } {
    this.alive();
    const stop = () => {
      onStall();
      messages.stop();
    };
    void (async () => {
      for await (const status of messages.status()) {
        if (status.type === 'heartbeats_missed') {
          if (status.count >= 2) stop();
        } else this.alive();
      }
    })().catch(() => undefined);
    const timer = setInterval(() => {
      if (Date.now() - this.lastSign > STALLED_AFTER_MS) stop();
    }, HEARTBEAT_MS);
    timer.unref();
    return { release: () => clearInterval(timer) };
  }
}
