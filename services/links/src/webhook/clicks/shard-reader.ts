import { setTimeout as delay } from 'node:timers/promises';
import { type AppLogger, MessageFeed, type NatsService, rarely, streamInfo } from '@linkway/platform';
import type { JsMsg } from '@nats-io/jetstream';
import type { ClickNotes } from './click-notes.js';
import type { ClickPositionRepository } from './click-position.repository.js';

/** For the first click of a portion; shorter than a shard is held. */
const FIRST_MS = 5_000;
/** What comes within so long after it is noted together. */
const GATHER_MS = 1_000;
/** Of up to 500 clicks each. */
const MOST_TOGETHER = 32;
/** Another process has the shard: it may have ended. */
const WAIT_MS = 5_000;
const PAUSES_MS = [100, 500, 2_000, 5_000];
const TELL_EVERY_MS = 30_000;

export interface ReaderParts {
  readonly nats: NatsService;
  readonly positions: ClickPositionRepository;
  readonly notes: ClickNotes;
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

  constructor(
    private readonly stream: string,
    private readonly parts: ReaderParts,
  ) {
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
      } finally {
        await this.feed?.close();
        this.feed = null;
      }
    }
  }

  /** Ends where another process has the shard, or nobody wants it. */
  private async session(onWork: () => void): Promise<void> {
    const { positions, notes, holder } = this.parts;
    let position = await this.begin();
    if (position === null) return;
    this.feed = await MessageFeed.open(this.parts.nats, this.stream, position + 1);
    while (!this.stopped) {
      const messages = await this.gather(this.feed);
      if (messages.length === 0) {
        if (!(await positions.hold(this.stream, holder))) return;
        await this.checkStream(position);
        continue;
      }
      if (!(await notes.note({ stream: this.stream, holder, from: position, messages }))) return;
      position = messages.at(-1)?.seq ?? position;
      onWork();
      this.parts.noted();
    }
  }

  private async begin(): Promise<number | null> {
    const { nats, positions, holder, logger, missed } = this.parts;
    const held = await positions.hold(this.stream, holder);
    const info = held && (await streamInfo(await nats.manager(), this.stream));
    if (!held || !info) return null;
    if (info.created !== held.made_at || info.state.last_seq < held.position) {
      await positions.restart(this.stream, holder, info.created);
      return 0;
    }
    const gone = info.state.first_seq - 1 - held.position;
    if (gone > 0) {
      missed(gone);
      logger.error('clicks were gone before webhooks were told of them', { stream: this.stream, messages: gone });
    }
    return held.position;
  }

  /** Another stream of that name has other messages: it is read anew. */
  private async checkStream(position: number): Promise<void> {
    const info = await streamInfo(await this.parts.nats.manager(), this.stream);
    if (!info || info.state.last_seq < position) throw new Error('the stream is gone, or was made anew');
  }

  private async gather(feed: MessageFeed): Promise<JsMsg[]> {
    const first = await feed.next(FIRST_MS);
    if (!first) return [];
    const messages = [first];
    const until = performance.now() + GATHER_MS;
    while (messages.length < MOST_TOGETHER && !this.stopped) {
      const left = until - performance.now();
      const next = left > 0 ? await feed.next(left) : null;
      if (!next) break;
      messages.push(next);
    }
    return messages;
  }

  private async pause(ms = 0): Promise<void> {
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
