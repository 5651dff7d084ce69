import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import type { NatsService } from '../nats/nats.service.js';

const FETCH = {
  far: { max_messages: 100, expires: 5_000, idle_heartbeat: 1_000 },
  near: { max_messages: 100, expires: 30_000, idle_heartbeat: 14_000 },
};
/** The server forgets a consumer that nobody asks; the next question then fails and a new session begins. */
const INACTIVE_NS = 60e9;

/**
 * The messages of a stream in order, from a sequence on. They are pulled a hundred at a time and only when they are wanted, so
 * that a backlog stays in the stream. Nothing is acknowledged: the reader keeps how far it has come with what it made of them.
 * Any doubt about order or connection is an error: the caller then opens a new feed where it stands.
 */
export class MessageFeed {
  private readonly arrived: JsMsg[] = [];
  private fetching = false;
  private fetched: ConsumerMessages | null = null;
  private failure: Error | null = null;
  private wake: () => void = () => undefined;
  private delivered = 0;
  private closed = false;

  private constructor(
    private readonly nats: NatsService,
    private readonly stream: string,
    private readonly consumer: string,
  ) {}

  static async open(nats: NatsService, stream: string, fromSequence: number): Promise<MessageFeed> {
    const manager = await nats.manager();
    const info = await manager.consumers.add(stream, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: fromSequence,
      inactive_threshold: INACTIVE_NS,
      mem_storage: true,
      num_replicas: 1,
    });
    return new MessageFeed(nats, stream, info.name);
  }

  /** The next message, or null when none came in time. One call at a time. */
  async next(timeoutMs: number): Promise<JsMsg | null> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const message = this.arrived.shift();
      if (message) return message;
      if (this.failure) throw this.failure;
      if (!this.fetching) {
        this.fetching = true;
        void this.fetch();
      }
      const left = deadline - performance.now();
      if (left <= 0) return null;
      await this.somethingHappens(left);
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.fail(new Error('feed closed'));
    this.fetched?.stop();
    // It would end by itself after a while; with NATS away there is nothing to delete.
    const manager = await this.nats.manager().catch(() => null);
    await manager?.consumers.delete(this.stream, this.consumer).catch(() => undefined);
  }

  /** Takes the messages as they come: left in the client, they would look like a server that went silent. */
  private async fetch(): Promise<void> {
    try {
      const consumer = await this.nats.jetstream.consumers.get(this.stream, this.consumer);
      this.fetched = await consumer.fetch(this.nats.near ? FETCH.near : FETCH.far);
      if (this.closed) this.fetched.stop();
      for await (const message of this.fetched) {
        this.delivered += 1;
        if (message.info.deliverySequence !== this.delivered) throw new Error('a message is missing');
        this.arrived.push(message);
        this.wake();
      }
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.fetching = false;
      this.wake();
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }

  private async somethingHappens(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
    this.wake = () => undefined;
  }
}
