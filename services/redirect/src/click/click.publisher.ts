import { linksClicked } from '@linkway/contracts';
import { AppLogger, clickStream, ensureStream, NatsService, SpanKind, Tracing } from '@linkway/platform';
import { headers } from '@nats-io/nats-core';
import { Injectable } from '@nestjs/common';
import { batchMessage } from './batch.js';

const PUBLISH_TIMEOUT_MS = 3_000;
const TELL_EVERY_MS = 10_000;

/** Puts batches of clicks on the stream of their shard. */
@Injectable()
export class ClickPublisher {
  private readonly ensured = new Set<number>();
  private toldAt = 0;

  constructor(
    private readonly nats: NatsService,
    private readonly tracing: Tracing,
    private readonly logger: AppLogger,
  ) {}

  /** Resolves when JetStream has stored the batch; it drops one that it has under the same id. */
  async publish(shard: number, id: string, at: number, clicks: Buffer): Promise<void> {
    if (!this.ensured.has(shard)) {
      await ensureStream(this.nats, clickStream(shard));
      this.ensured.add(shard);
    }
    await this.tracing.span(
      `publish ${linksClicked.subject}`,
      async () => {
        const traceparent = this.tracing.traceparent();
        const carried = headers();
        if (traceparent) carried.set('traceparent', traceparent);
        await this.nats.jetstream.publish(
          `${linksClicked.subject}.${shard}`,
          batchMessage(id, at, traceparent, clicks),
          {
            msgID: id,
            headers: carried,
            timeout: PUBLISH_TIMEOUT_MS,
          },
        );
      },
      { kind: SpanKind.PRODUCER, attributes: { 'messaging.message.id': id } },
    );
  }

  failed(error: unknown): void {
    // The stream may have been lost with its server: look again before the next try.
    this.ensured.clear();
    if (Date.now() - this.toldAt < TELL_EVERY_MS) return;
    this.toldAt = Date.now();
    this.logger.warn('clicks cannot be shipped; they stay in the log', { error });
  }
}
