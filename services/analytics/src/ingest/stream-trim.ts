import { type AppLogger, isToTrim, type NatsService, trimStream } from '@linkway/platform';
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import type { IngestRange } from '../store/range.repository.js';
import { streamIdOf } from './shard-position.js';

const LOOK_EVERY_MS = 1_000;

/** Up to where a stream is stored. */
export type StoredPosition = Pick<IngestRange, 'stream' | 'last' | 'lastStoredAt'>;

export interface TrimOptions {
  readonly replayHours: number;
  readonly now?: () => number;
}

/**
 * Takes out of a click stream what is stored in ClickHouse: after `replayHours`, sooner only where the stream needs the room.
 * All of it may leave, so that no address stays where no more clicks come: JetStream counts on from the last number by itself, and
 * whether it is still the same stream is told by that. What is not stored never leaves.
 */
export class StreamTrim {
  private lookedAt = 0;
  private working: Promise<void> | null = null;
  private position: StoredPosition | null = null;
  private known: StreamInfo | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly now: () => number;

  constructor(
    private readonly nats: NatsService,
    private readonly logger: AppLogger,
    private readonly options: TrimOptions,
  ) {
    this.now = options.now ?? Date.now;
  }

  /**
   * To be called when clicks up to there are stored; does something now and then, beside the reading. `known`: what the stream has
   * just said of itself, so that it is not asked twice.
   */
  stored(name: string, position: StoredPosition, known?: StreamInfo): void {
    this.position = position;
    this.known = known;
    // Later rather than not at all: nothing may come any more into a stream that is full.
    this.timer ??= setTimeout(() => this.look(name), Math.max(0, this.lookedAt + LOOK_EVERY_MS - this.now())).unref();
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.working;
  }

  private look(name: string): void {
    this.timer = undefined;
    this.lookedAt = this.now();
    const { position, known } = this;
    if (!position || this.working) return;
    this.working = this.trim(name, position, known)
      .catch((error: unknown) => this.logger.warn('a click stream cannot be trimmed', { stream: name, error }))
      .finally(() => {
        this.working = null;
      });
  }

  async trim(name: string, position: StoredPosition, known?: StreamInfo): Promise<void> {
    const manager = await this.nats.manager();
    const info = known ?? (await manager.streams.info(name));
    const pace = { keepHours: this.options.replayHours, now: this.now };
    if (!isToTrim(info, position.last, pace) || !(await isSame(manager, info, position))) return;
    await trimStream(this.nats, name, { info, doneTo: async () => position.last, ...pace });
  }
}

/** A stream that was made anew, or lost its end in a power cut, has other messages under these numbers. */
async function isSame(manager: JetStreamManager, info: StreamInfo, position: StoredPosition): Promise<boolean> {
  if (streamIdOf(info) !== position.stream || info.state.last_seq < position.last) return false;
  const message = await manager.streams.getMessage(info.config.name, { seq: position.last });
  return message !== null && message.time.toISOString() === position.lastStoredAt;
}
