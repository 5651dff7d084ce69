import { setTimeout as delay } from 'node:timers/promises';
import type { AppLogger, Health } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { WorkShare } from '../lease/work-share.js';
import type { ClickHouse } from '../store/clickhouse.js';
import type { ShardConsumer } from './shard.consumer.js';

/** A stream that is not listed once may be about to be made anew. */
const GONE_AFTER_LOOKS = 3;
const ANSWER_MS = 5_000;
/** After a look that failed: the process is not ready until one succeeds. */
const AGAIN_MS = 1_000;

interface Reading {
  readonly consumer: ShardConsumer;
  readonly run: Promise<void>;
  missing: number;
}

export interface IngestParts {
  /** Every click stream that there is. */
  readonly shards: () => Promise<Iterable<number>>;
  readonly clickhouse: Pick<ClickHouse, 'untilOpen' | 'check'>;
  readonly health: Health;
  readonly logger: AppLogger;
  readonly consumerOf: (shard: number) => ShardConsumer;
  /** Absent where this is the only process. */
  readonly share: Pick<WorkShare, 'announce' | 'leave'> | null;
  /** How long ClickHouse may be silent before its shards are left to others. */
  readonly giveUpMs: number;
  /** How soon a new stream is found. */
  readonly lookEveryMs: number;
}

/** Reads every click stream that there is for as long as the service runs; a new one is found within seconds. */
@Injectable()
export class IngestService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly readings = new Map<number, Reading>();
  private readonly stop = new AbortController();
  private trouble: string | null = 'looking for click streams';
  private answeredAt = performance.now();
  private looking: Promise<void> = Promise.resolve();

  constructor(private readonly parts: IngestParts) {}

  onApplicationBootstrap(): void {
    this.parts.health.register('clicks', () => {
      if (this.trouble) throw new Error(this.trouble);
    });
    this.looking = this.keepLooking();
  }

  /** The batches under way are finished; ClickHouse is closed only afterwards. */
  async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    await this.looking;
    const readings = [...this.readings.values()];
    await Promise.all(readings.map(({ consumer }) => consumer.stop()));
    await Promise.all(readings.map(({ run }) => run));
    await this.parts.share?.leave().catch(() => undefined);
  }

  private async keepLooking(): Promise<void> {
    const { clickhouse, logger } = this.parts;
    const { signal } = this.stop;
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([clickhouse.untilOpen(), stopped]);
    this.answeredAt = performance.now();
    while (!signal.aborted) {
      try {
        await this.look();
        this.trouble = null;
      } catch (error) {
        if (this.trouble === null) logger.warn('click streams cannot be listed, trying again', { error });
        this.trouble = `click streams cannot be listed: ${error instanceof Error ? error.message : String(error)}`;
      }
      const { lookEveryMs } = this.parts;
      const ms = this.trouble === null ? lookEveryMs : Math.min(lookEveryMs, AGAIN_MS);
      await delay(ms, undefined, { signal }).catch(() => undefined);
    }
  }

  private async look(): Promise<void> {
    const shards = new Set(await this.parts.shards());
    await this.parts.share?.announce(shards.size, await this.isAble());
    for (const shard of shards) if (!this.readings.has(shard)) this.begin(shard);
    for (const [shard, reading] of this.readings) {
      reading.missing = shards.has(shard) ? 0 : reading.missing + 1;
      if (reading.missing >= GONE_AFTER_LOOKS) await this.end(shard, reading);
    }
  }

  /** False while ClickHouse is away for this process, which says nothing about the others. */
  private async isAble(): Promise<boolean> {
    const answer = this.parts.clickhouse.check().then(
      () => true,
      () => false,
    );
    const late = delay(ANSWER_MS, false, { ref: false });
    if (await Promise.race([answer, late])) this.answeredAt = performance.now();
    return performance.now() - this.answeredAt < this.parts.giveUpMs;
  }

  private begin(shard: number): void {
    const consumer = this.parts.consumerOf(shard);
    this.readings.set(shard, { consumer, run: consumer.run(), missing: 0 });
    this.parts.health.register(consumer.name, () => this.readings.get(shard)?.consumer.check());
  }

  private async end(shard: number, { consumer, run }: Reading): Promise<void> {
    this.parts.logger.warn('a click stream is gone', { stream: consumer.name });
    this.readings.delete(shard);
    await consumer.stop();
    await run;
  }
}
