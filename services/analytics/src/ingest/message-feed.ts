import type { NatsService } from '@linkway/platform';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';

const FETCH = { max_messages: 100, expires: 5_000, idle_heartbeat: 1_000 };
/** The server forgets a consumer that nobody asks; the next question then fails and a new session begins. */
const INACTIVE_NS = 60e9;

/**
 * The messages of a stream in order, from a sequence on. They are pulled a hundred at a time and only when they are wanted, so
 * that a backlog stays in the stream. Nothing is acknowledged: how far a stream was read is kept with the clicks.
 * Any doubt about order or connection is an error: the caller then opens a new feed where it stands.
 */
export class MessageFeed {
  private fetched: ConsumerMessages | null = null;
  private iterator: AsyncIterator<JsMsg> | null = null;
  private pending: Promise<IteratorResult<JsMsg>> | null = null;
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
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      if (!this.pending) {
        this.pending = this.advance();
        // It may fail while nobody waits for it; the next call tells.
        this.pending.catch(() => undefined);
      }
      const result = await orTimeout(this.pending, deadline - Date.now());
      if (result === null) return null;
      this.pending = null;
      if (result.done) {
        this.iterator = null;
        if (this.closed) throw new Error('feed closed');
        continue;
      }
      const message = result.value;
      this.delivered += 1;
      if (message.info.deliverySequence !== this.delivered) throw new Error('a message is missing');
      return message;
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.fetched?.stop();
    // It would end by itself after a while; with NATS away there is nothing to delete.
    const manager = await this.nats.manager().catch(() => null);
    await manager?.consumers.delete(this.stream, this.consumer).catch(() => undefined);
  }

  private async advance(): Promise<IteratorResult<JsMsg>> {
    if (!this.iterator) {
      const consumer = await this.nats.jetstream.consumers.get(this.stream, this.consumer);
      this.fetched = await consumer.fetch(FETCH);
      if (this.closed) this.fetched.stop();
      this.iterator = this.fetched[Symbol.asyncIterator]();
    }
    return this.iterator.next();
  }
}

async function orTimeout<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(ms, 0));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
