import {
  AppLogger,
  clickShards,
  clickStream,
  Metrics,
  NatsService,
  type Periodic,
  periodic,
  streamInfo,
} from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Webhook } from '../webhook.entity.js';
import { WebhookWorker } from '../webhook-worker.js';
import { ClickNotes } from './click-notes.js';
import { ClickNotesRepository } from './click-notes.repository.js';
import { ClickPositionRepository, type Shard } from './click-position.repository.js';
import { ShardReader } from './shard-reader.js';

/** Whether somebody wants clicks that nobody here was told of: a plan that goes on, a webhook that another process made. */
const LOOK_EVERY_MS = { idle: 30_000, wanted: 10_000 };

/**
 * Reads the streams of clicks for webhooks, while there is one that is told of them and no longer. Any number of processes do so, each of the shards that
 * no other has.
 */
@Injectable()
export class ClickReader implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly holder = uuidv7();
  private readonly readers = new Map<string, ShardReader>();
  private readonly missed;
  private rounds: Periodic | null = null;
  private stopped = false;

  constructor(
    private readonly nats: NatsService,
    private readonly positions: ClickPositionRepository,
    private readonly repository: ClickNotesRepository,
    private readonly notes: ClickNotes,
    private readonly worker: WebhookWorker,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.missed = metrics.counter(
      'links_webhook_click_messages_missed_total',
      'Messages of clicks that had left their stream before they were read for webhooks',
    );
  }

  onApplicationBootstrap(): void {
    this.rounds = periodic(LOOK_EVERY_MS.idle, () => this.round(), {
      name: 'reading clicks for webhooks',
      logger: this.logger,
    });
    void this.rounds.now();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    await this.rounds?.stop();
    if (this.readers.size === 0) return;
    await this.stopReading();
    await this.positions.letGo(this.holder).catch(() => undefined);
  }

  /** A webhook was made or changed: clicks from now on are told to it, where it wants them. */
  async wanted({ is_active, events }: Pick<Webhook, 'is_active' | 'events'>): Promise<void> {
    if (!is_active || !events.includes('link.clicked')) return;
    try {
      await this.begin();
    } catch (error) {
      this.logger.warn('reading clicks for webhooks could not begin, it is tried again', { error });
    }
    void this.rounds?.now();
  }

  /** In how many milliseconds it wants to be next. */
  async round(): Promise<number | undefined> {
    if (this.stopped) return undefined;
    const { wanted, begun } = await this.positions.state();
    if (!wanted) {
      await this.stopReading();
      if (begun) await this.positions.end();
      return undefined;
    }
    await this.begin();
    for (const stream of await this.positions.streams()) {
      if (!this.readers.has(stream)) this.readers.set(stream, this.read(stream));
    }
    if (await this.repository.tellSkipped()) this.worker.wake();
    return LOOK_EVERY_MS.wanted;
  }

  private async begin(): Promise<void> {
    const names = (await clickShards(this.nats)).map((shard) => clickStream(shard).name);
    await this.positions.begin((known) => this.look(names.filter((name) => !known.has(name))));
  }

  private async look(names: readonly string[]): Promise<Shard[]> {
    const manager = await this.nats.manager();
    const shards: Shard[] = [];
    for (const stream of names) {
      const info = await streamInfo(manager, stream);
      if (!info) continue;
      const { messages, last_seq: last, last_ts } = info.state;
      shards.push({ stream, made_at: info.created, last, last_at: messages > 0 ? new Date(last_ts) : null });
    }
    return shards;
  }

  private read(stream: string): ShardReader {
    const { nats, positions, notes, worker, logger, holder } = this;
    const missed = (messages: number) => this.missed.inc(messages);
    return new ShardReader(stream, { nats, positions, notes, logger, holder, missed, noted: () => worker.wake() });
  }

  private async stopReading(): Promise<void> {
    await Promise.all([...this.readers.values()].map((reader) => reader.stop()));
    this.readers.clear();
  }
}
