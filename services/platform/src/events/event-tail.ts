import type { Envelope, EventContract, EventData } from '@linkway/contracts';
import { type ConsumerMessages, DeliverPolicy, type StreamInfo } from '@nats-io/jetstream';
import type { AppLogger } from '../log/logger.js';
import type { NatsService } from '../nats/nats.service.js';
import { type Periodic, periodic } from '../periodic/periodic.js';
import { ensureStream } from './ensure-stream.js';
import { contentOf, readEvent } from './read-event.js';
import { type StreamDefinition, streamOf } from './streams.js';

/** A tail that finds its stream later than this has missed what was cached meanwhile. */
const FIRST_CONNECTION_MS = 10_000;
const HEARTBEAT_MS = { far: 2_000, near: 5_000 };
/** For who need not know soon that nothing is heard: a server on this machine does not go silent without its connection. */
const SELDOM_MS = { far: 2_000, near: 15_000 };
/** Of heartbeats: longer than between two signs of life of a stream that says nothing. */
const HEARD = 2.5;
/** How often a stream is looked at that may have been made anew under its name. */
const LOOK_EVERY_MS = { far: 10_000, near: 30_000 };
/** After these the place in the stream is looked for again: the client would go on, whatever stream it finds. */
const BROKEN = new Set([
  'heartbeats_missed',
  'ordered_consumer_recreated',
  'stream_not_found',
  'consumer_not_found',
  'consumer_deleted',
]);

export interface TailOptions {
  /** Something is believed only while `isHeard`, so that it has to be known soon that nothing is heard. */
  readonly believes?: boolean;
}

export type TailHandler = (event: EventData<EventContract>, envelope: Envelope) => void;

export interface Tail {
  /** Called when events may have been missed, as after a stream was lost: what was cached may be stale. */
  onGap(callback: () => void): void;
  /** Whether the stream gave a sign of life just now, on this connection: what it tells is heard here. */
  isHeard(): boolean;
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
    private readonly logger: Pick<AppLogger, 'warn'>,
  ) {}

  /** `handler` gets each event of the given contracts; it must not throw. */
  follow<C extends EventContract>(
    contracts: readonly C[],
    handler: (event: EventData<C>, envelope: Envelope<EventData<C>>) => void,
    { believes = false }: TailOptions = {},
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
          entry.stream,
          (subject, raw) => {
            const contract = entry.contracts.find((candidate) => candidate.subject === subject);
            const envelope = contract ? readEvent(contract, raw) : null;
            if (envelope) handler(envelope.data, envelope);
          },
          () => gaps.forEach((gap) => gap()),
          believes ? HEARTBEAT_MS : SELDOM_MS,
        ),
    );
    const tail: Tail = {
      onGap: (callback: () => void) => void gaps.push(callback),
      isHeard: () => followers.every((follower) => follower.isHeard()),
      stop: () => {
        this.tails.delete(tail);
        followers.forEach((f) => f.stop());
      },
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
  private heardAt = Number.NEGATIVE_INFINITY;
  private readonly startedAt = performance.now();
  private readonly heartbeatMs: number;
  private readonly forgetReturn: () => void;
  /** The stream that was followed last, and the last message known of it. */
  private place: { created: string; sequence: number } | null = null;

  constructor(
    private readonly nats: NatsService,
    private readonly logger: Pick<AppLogger, 'warn'>,
    private readonly stream: StreamDefinition,
    private readonly deliver: (subject: string, raw: unknown) => void,
    private readonly onGap: () => void,
    heartbeatMs: typeof HEARTBEAT_MS,
  ) {
    this.heartbeatMs = nats.near ? heartbeatMs.near : heartbeatMs.far;
    // What was followed may be gone with the server.
    this.forgetReturn = nats.onReturn(() => {
      this.heardAt = Number.NEGATIVE_INFINITY;
    });
  }

  stop(): void {
    this.stopped = true;
    this.forgetReturn();
    this.messages?.stop();
  }

  isHeard(): boolean {
    return this.nats.isConnected && performance.now() - this.heardAt < HEARD * this.heartbeatMs;
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
    await ensureStream(this.nats, this.stream);
    const { place, gap } = placeIn(await this.look(), this.place, performance.now() - this.startedAt);
    this.place = place;
    if (gap) this.onGap();
    const consumer = await this.nats.jetstream.consumers.get(this.stream.name, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: place.sequence + 1,
    });
    const messages = await consumer.consume({ max_messages: 512, idle_heartbeat: this.heartbeatMs });
    this.messages = messages;
    // Whoever follows was made in it just now.
    this.heardAt = performance.now();
    if (this.stopped) return messages.stop();
    const watching = this.watch(messages, place.created);
    try {
      for await (const message of messages) {
        place.sequence = message.seq;
        this.heardAt = performance.now();
        this.deliver(message.subject, contentOf(message));
      }
    } finally {
      void watching.stop();
    }
  }

  private async look(): Promise<StreamInfo> {
    return (await this.nats.manager()).streams.info(this.stream.name);
  }

  /** Ends the messages when they may not be the stream's any more. */
  private watch(messages: ConsumerMessages, created: string): Periodic {
    void (async () => {
      for await (const { type } of messages.status()) {
        if (type === 'heartbeat') this.heardAt = performance.now();
        if (BROKEN.has(type)) messages.stop();
      }
    })().catch(() => undefined);
    const look = async () => {
      if ((await this.look()).created !== created) messages.stop();
    };
    const everyMs = this.nats.near ? LOOK_EVERY_MS.near : LOOK_EVERY_MS.far;
    return periodic(everyMs, look, { name: 'looking whether the stream is the same', logger: this.logger });
  }
}

/**
 * Where to go on in a stream, and whether events may have been missed: the stream is another one, it restarted below what
 * was seen, it forgot what was not seen yet, or nothing was followed while the process had long begun to cache.
 */
export function placeIn(
  { created, state }: Pick<StreamInfo, 'created'> & { state: Pick<StreamInfo['state'], 'first_seq' | 'last_seq'> },
  last: { created: string; sequence: number } | null,
  sinceStartMs: number,
): { place: { created: string; sequence: number }; gap: boolean } {
  const end = { created, sequence: state.last_seq };
  if (!last) return { place: end, gap: sinceStartMs > FIRST_CONNECTION_MS };
  const lost = created !== last.created || state.last_seq < last.sequence || state.first_seq > last.sequence + 1;
  return lost ? { place: end, gap: true } : { place: last, gap: false };
}
