import { setTimeout as delay } from 'node:timers/promises';
import { type AppLogger, MessageFeed, type NatsService, rarely, streamInfo } from '@linkway/platform';
import type { ClickNotes } from './click-notes.js';
import type { ClickPositionRepository, Position } from './click-position.repository.js';
import { nextPortion } from './portion.js';
import { ShardHold } from './shard-hold.js';
import { findPlace } from './shard-place.js';

/** Another process has the shard: it may have ended. */
const WAIT_MS = 5_000;
const PAUSES_MS = [100, 500, 2_000, 5_000];
const TELL_EVERY_MS = 30_000;

export interface ReaderParts {
  readonly nats: NatsService;
  readonly positions: Pick<ClickPositionRepository, 'hold' | 'move'>;
  readonly notes: Pick<ClickNotes, 'note'>;
  readonly logger: AppLogger;
  /** Names this process. */
  readonly holder: string;
  /** Messages that were gone before they were read. */
  readonly missed: (messages: number) => void;
  /** Something may wait to be sent. */
  readonly noted: () => void;
}

/** Reads one stream of clicks for webhooks, from where it was read to, while no other process does. What goes wrong begins anew there. */
export class ShardReader {
  private readonly stopping = new AbortController();
  private readonly seldom = rarely(TELL_EVERY_MS);
  private readonly done: Promise<void>;
  private feed: MessageFeed | null = null;
  private readonly hold: ShardHold;

  constructor(
    private readonly stream: string,
    private readonly parts: ReaderParts,
  ) {
    this.hold = new ShardHold(stream, parts.holder, parts.positions);
    this.done = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.feed?.close();
    await this.done;
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    for (let failures = 0; !this.stopped; ) {
      try {
        await this.session(() => {
          failures = 0;
        });
        await this.pause(WAIT_MS);
      } catch (error) {
        if (this.stopped) return;
        this.seldom((more) =>
          this.parts.logger.warn('reading clicks for webhooks failed, trying again', {
            stream: this.stream,
            error,
            more,
          }),
        );
        await this.pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
        failures += 1;
      }
    }
  }

  /** Ends where another process has the shard, or nobody wants it. */
  private async session(onWork: () => void): Promise<void> {
    const place = await this.begin();
    if (!place) return;
    const feed = await MessageFeed.open(this.parts.nats, this.stream, place.position + 1);
    this.feed = feed;
    try {
      await this.read(feed, place, onWork);
    } finally {
      this.feed = null;
      await feed.close();
    }
  }

  private async read(feed: MessageFeed, place: Position, onWork: () => void): Promise<void> {
    const { notes, holder } = this.parts;
    let { position } = place;
    while (!this.stopped) {
      const batches = await nextPortion(feed, () => this.stopped);
      const last = batches.at(-1);
      if (!last) {
        if (!(await this.hold.take())) return;
        await this.checkStream({ ...place, position });
        continue;
      }
      const keep = async () => !this.stopped && (await this.hold.keep());
      if (!(await notes.note({ stream: this.stream, holder, from: position, batches, keep }))) return;
      this.tellMissed(last.sequence - position - batches.length);
      position = last.sequence;
      onWork();
      this.parts.noted();
    }
  }

  private async begin(): Promise<Position | null> {
    const { nats, positions, holder, logger } = this.parts;
    const manager = await nats.manager();
    const held = await this.hold.take();
    const info = held && (await streamInfo(manager, this.stream));
    if (!held || !info) return null;
    const { position, missed, diverged } = await findPlace(manager, info, held);
    if (diverged) logger.error('a stream of clicks has other messages than were read', { stream: this.stream });
    // Written down at once, so that it is told once.
    if ((diverged || missed > 0) && !(await positions.move(this.stream, holder, position))) return null;
    this.tellMissed(missed);
    return position;
  }

  /** Another stream of that name has other messages, and those that left it while none came are to be told of: it is begun anew. */
  private async checkStream({ made_at, position }: Position): Promise<void> {
    const info = await streamInfo(await this.parts.nats.manager(), this.stream);
    const isSame = info?.created === made_at && info.state.last_seq >= position;
    if (!isSame) throw new Error('the stream is gone, or was made anew');
    if (info.state.first_seq - 1 > position) throw new Error('messages left the stream before they were read');
  }

  private tellMissed(messages: number): void {
    if (messages === 0) return;
    this.parts.missed(messages);
    this.parts.logger.error('clicks were gone before webhooks were told of them', { stream: this.stream, messages });
  }

  private async pause(ms = 0): Promise<void> {
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
