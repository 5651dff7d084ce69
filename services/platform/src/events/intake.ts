import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JsMsg,
} from '@nats-io/jetstream';
import type { NatsService } from '../nats/nats.service.js';
import { afterAbout } from '../periodic/ticks.js';
import { ensureStream } from './ensure-stream.js';
import type { StreamDefinition } from './streams.js';

/** Messages that a process takes at once; while it works on them, and while it waits, it takes no more. */
const BATCH = 16;
/**
 * How long a pull waits for messages. Two heartbeats missed end it: how soon it is noticed that a server has lost it. One on this machine
 * loses none but with its connection, whose end is noticed at once, or tells of it.
 */
const PULL = {
  far: { expires: 15_000, idle_heartbeat: 2_500 },
  near: { expires: 60_000, idle_heartbeat: 25_000 },
};
/** A pull that has not ended so long after its time never will. */
const OVERDUE_MS = 10_000;
const ACK_WAIT_MS = 30_000;

export const durableSettings = {
  ack_policy: AckPolicy.Explicit,
  ack_wait: ACK_WAIT_MS * 1e6,
  max_ack_pending: 256,
  // NATS delivers again what a process lost; how often a handler refused is counted by us.
  max_deliver: -1,
} as const;

/**
 * Takes messages of a durable pull consumer, a few at a time, and keeps hold of each until it is settled: NATS does not
 * give it to anybody else, however long the handler or an outage takes.
 */
export class Intake {
  private readonly held = new Map<number, JsMsg>();
  private readonly queue: number[] = [];
  private pulling = false;
  private pullBegan = 0;
  private messages: ConsumerMessages | null = null;
  /** With fewer in the queue it asks for more while its owner is at work, as long as more wait in the stream. */
  private ahead = 0;
  /** The last pull gave all that it asked for: more may wait in the stream. */
  private more = false;
  private failure: unknown = null;
  private closed = false;
  private wake: () => void = () => undefined;
  private extending: NodeJS.Timeout | null = null;

  private constructor(
    private readonly consumer: Consumer,
    private readonly ackWaitMs: number,
    private readonly patience: (typeof PULL)['far'],
  ) {}

  /** Makes the stream and the durable where they are missing. */
  static async open(
    nats: NatsService,
    stream: StreamDefinition,
    durable: string,
    ackWaitMs = ACK_WAIT_MS,
  ): Promise<Intake> {
    await ensureStream(nats, stream);
    await ensureDurable(nats, stream.name, durable, ackWaitMs);
    const consumer = await nats.jetstream.consumers.get(stream.name, durable);
    return new Intake(consumer, ackWaitMs, nats.near ? PULL.near : PULL.far);
  }

  /** The next message, or null after `waitMs`. Throws when the consumer is gone or stands still. */
  async next(waitMs: number): Promise<JsMsg | null> {
    if (this.queue.length === 0 && !this.pulling) this.pull();
    if (this.queue.length === 0) await this.arrival(waitMs);
    if (this.failure) throw this.failure;
    if (this.pulling && performance.now() - this.pullBegan > this.patience.expires + OVERDUE_MS)
      throw new Error('stalled');
    const sequence = this.queue.shift();
    return sequence === undefined ? null : this.current(sequence);
  }

  /** Ends the wait of `next`. */
  stopWaiting(): void {
    this.wake();
  }

  /** Whoever takes many at once wants so many to be there. */
  lookAhead(messages: number): void {
    this.ahead = messages;
    this.pullAhead();
  }

  /** How many `next` would give at once. */
  get waiting(): number {
    return this.queue.length;
  }

  /** Waits until something comes, or `waitMs`. */
  arrival(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const later = afterAbout(waitMs, resolve);
      this.wake = () => {
        later.cancel();
        resolve();
      };
    });
  }

  /** The one that `next` would give at once, if any. */
  peek(): JsMsg | null {
    const [sequence] = this.queue;
    return sequence === undefined ? null : this.current(sequence);
  }

  /** How it was delivered last: only that delivery can be settled. Null: it was given up. */
  current(sequence: number): JsMsg | null {
    return this.held.get(sequence) ?? null;
  }

  /** Settles a message that `next` gave. */
  settle(sequence: number, how: (message: JsMsg) => void): void {
    const message = this.held.get(sequence);
    this.held.delete(sequence);
    if (message) how(message);
  }

  /** Gives back at once what is not settled, so that another process gets it. */
  close(): void {
    this.closed = true;
    if (this.extending) clearInterval(this.extending);
    this.messages?.stop();
    for (const message of this.held.values()) settleQuietly(() => message.nak());
    this.held.clear();
    this.queue.length = 0;
    this.wake();
  }

  private pull(): void {
    this.pulling = true;
    this.pullBegan = performance.now();
    let taken = 0;
    void (async () => {
      this.messages = await this.consumer.fetch({ max_messages: BATCH, ...this.patience });
      for await (const message of this.messages) {
        taken += 1;
        this.take(message);
      }
    })()
      .catch((error: unknown) => {
        this.failure = error;
      })
      .finally(() => {
        this.pulling = false;
        this.more = taken === BATCH;
        this.pullAhead();
        this.wake();
      });
  }

  private pullAhead(): void {
    if (this.more && !this.pulling && this.queue.length < this.ahead && !this.closed) this.pull();
  }

  private take(message: JsMsg): void {
    if (this.closed) return settleQuietly(() => message.nak());
    // Delivered again although it is in hand, as after a restart of NATS: one of the two is enough.
    if (!this.held.has(message.seq)) this.queue.push(message.seq);
    this.held.set(message.seq, message);
    this.extending ??= setInterval(() => this.extend(), this.ackWaitMs / 3).unref();
    this.wake();
  }

  /** As long as any is held. */
  private extend(): void {
    if (this.held.size === 0 && this.extending) {
      clearInterval(this.extending);
      this.extending = null;
    }
    for (const message of this.held.values()) settleQuietly(() => message.working());
  }
}

/** While NATS is away these throw; the messages come again after `ack_wait`. */
function settleQuietly(action: () => void): void {
  try {
    action();
  } catch {
    // Nothing to do: not settled means delivered again.
  }
}

/** Leaves alone where a durable begins: one that was set back does not begin at the first message. */
async function ensureDurable(nats: NatsService, stream: string, durable: string, ackWaitMs: number): Promise<void> {
  const manager = await nats.manager();
  const settings = { ...durableSettings, ack_wait: ackWaitMs * 1e6 };
  try {
    const { config } = await manager.consumers.info(stream, durable);
    const { ack_wait, max_ack_pending } = settings;
    if (config.ack_wait === ack_wait && config.max_ack_pending === max_ack_pending) return;
    await manager.consumers.update(stream, durable, { ack_wait, max_ack_pending });
  } catch (error) {
    if (!(error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound)) throw error;
    await manager.consumers.add(stream, { durable_name: durable, deliver_policy: DeliverPolicy.All, ...settings });
  }
}
