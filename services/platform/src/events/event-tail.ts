import type { Envelope, EventContract, EventData } from '@linkway/contracts';
import { type ConsumerMessages, DeliverPolicy } from '@nats-io/jetstream';
import type { AppLogger } from '../log/logger.js';
import type { NatsService } from '../nats/nats.service.js';
import { Watchdog } from './consumer.js';
import { readEvent } from './on-event.decorator.js';
import { ensureStream, type StreamDefinition, streamOf } from './streams.js';

export type TailHandler = (event: EventData<EventContract>, envelope: Envelope) => void;

export interface Tail {
  /** Called when events may have been missed, as after a stream was lost: what was cached may be stale. */
  onGap(callback: () => void): void;
  stop(): void;
}

/**
 * Follows events in this process from now on, in order and without acknowledging: for caches.
 * It goes on where it was after NATS was away.
 */
export class EventTail {
  private readonly tails = new Set<{ stop(): void }>();

  constructor(
    private readonly nats: NatsService,
    private readonly logger: AppLogger,
    private readonly replicas: number,
  ) {}

  /** `handler` gets each event of the given contracts; it must not throw. */
  follow<C extends EventContract>(
    contracts: readonly C[],
    handler: (event: EventData<C>, envelope: Envelope<EventData<C>>) => void,
  ): Tail {
    const gaps: (() => void)[] = [];
    const byStream = new Map<string, { stream: StreamDefinition; contracts: C[] }>();
    for (const contract of contracts) {
      const stream = streamOf(contract);
      const entry = byStream.get(stream.name) ?? { stream, contracts: [] };
      entry.contracts.push(contract);
      byStream.set(stream.name, entry);
    }
    const followers = [...byStream.values()].map(
      (entry) =>
        new StreamFollower(
          this.nats,
          this.logger,
          this.replicas,
          entry.stream,
          (subject, raw) => {
            const contract = entry.contracts.find((candidate) => candidate.subject === subject);
            const envelope = contract ? readEvent(contract, raw) : null;
            if (envelope) handler(envelope.data, envelope);
          },
          () => gaps.forEach((gap) => gap()),
        ),
    );
    const tail = {
      onGap: (callback: () => void) => void gaps.push(callback),
      stop: () => followers.forEach((f) => f.stop()),
    };
    for (const follower of followers) void follower.run();
    this.tails.add(tail);
    return tail;
  }

  close(): void {
    for (const tail of this.tails) tail.stop();
  }
}

class StreamFollower {
  private stopped = false;
  private messages: ConsumerMessages | null = null;
  private lastSequence = 0;

  constructor(
    private readonly nats: NatsService,
    private readonly logger: AppLogger,
    private readonly replicas: number,
    private readonly stream: StreamDefinition,
    private readonly deliver: (subject: string, raw: unknown) => void,
    private readonly onGap: () => void,
  ) {}

  stop(): void {
    this.stopped = true;
    this.messages?.stop();
  }

  async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.follow();
      } catch (error) {
        if (!this.stopped) this.logger.warn('event tail failed, trying again', { stream: this.stream.name, error });
      }
      if (!this.stopped) await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }

  private async follow(): Promise<void> {
    await ensureStream(this.nats, this.stream, this.replicas);
    const info = await (await this.nats.manager()).streams.info(this.stream.name);
    // A stream that restarted below what we saw is another one; one that forgot what we did not see yet leaves a hole.
    const lost = info.state.last_seq < this.lastSequence || info.state.first_seq > this.lastSequence + 1;
    if (this.lastSequence > 0 && lost) this.onGap();
    const resume = this.lastSequence > 0 && !lost;
    const consumer = await this.nats.jetstream.consumers.get(
      this.stream.name,
      resume
        ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.lastSequence + 1 }
        : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: info.state.last_seq + 1 },
    );
    if (!resume) this.lastSequence = info.state.last_seq;
    this.messages = await consumer.consume({ max_messages: 512, idle_heartbeat: 5_000 });
    if (this.stopped) return this.messages.stop();
    const watchdog = new Watchdog();
    const guard = watchdog.guard(this.messages, () =>
      this.logger.warn('stalled tail is made anew', { stream: this.stream.name }),
    );
    try {
      for await (const message of this.messages) {
        watchdog.alive();
        this.lastSequence = message.seq;
        this.deliver(message.subject, safeJson(message));
      }
    } finally {
      guard.release();
    }
  }
}

function safeJson(message: { json(): unknown }): unknown {
  try {
    return message.json();
  } catch {
    return null;
  }
}
