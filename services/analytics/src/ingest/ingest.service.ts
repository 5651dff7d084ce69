import { Health } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { ShardConsumer } from './shard.consumer.js';

/** Reads every click stream for as long as the service runs. */
@Injectable()
export class IngestService implements OnApplicationBootstrap, OnModuleDestroy {
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly consumers: readonly ShardConsumer[],
    private readonly health: Health,
  ) {}

  onApplicationBootstrap(): void {
    for (const consumer of this.consumers) this.health.register(consumer.name, () => consumer.check());
    this.running = Promise.all(this.consumers.map((consumer) => consumer.run()));
  }

  /** The batch under way is finished; ClickHouse is closed only afterwards. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.consumers.map((consumer) => consumer.stop()));
    await this.running;
  }
}
