import { linksClicked } from '@linkway/contracts';
import { clickStream, ensureStream, Metrics, NatsService, SpanKind, Tracing } from '@linkway/platform';
import { headers } from '@nats-io/nats-core';
import { Injectable } from '@nestjs/common';
import { batchMessage } from './batch.js';
import { ClickAlarm } from './click-alarm.js';

const PUBLISH_TIMEOUT_MS = 3_000;
/** Of a message, for what is around its clicks: the envelope and the headers, 600 bytes. */
const AROUND_CLICKS = 1_024;

/** Puts batches of clicks on the stream of their shard. */
@Injectable()
export class ClickPublisher {
  private readonly ensured = new Set<number>();
  private readonly repetitions;

  constructor(
    private readonly nats: NatsService,
    private readonly tracing: Tracing,
    private readonly alarm: ClickAlarm,
    metrics: Metrics,
  ) {
    this.repetitions = metrics.counter(
      'redirect_click_batches_repeated_total',
      'Batches that JetStream had already, though nothing was recovered',
    );
  }

  /** Resolves when JetStream has stored the batch: false, or had one under the same id already: true. */
  async publish(shard: number, id: string, at: number, clicks: Buffer): Promise<boolean> {
    await this.ensure(shard);
    return this.tracing.span(
      `publish ${linksClicked.subject}`,
      async () => {
        const traceparent = this.tracing.traceparent();
        const carried = headers();
        if (traceparent) carried.set('traceparent', traceparent);
        const { duplicate } = await this.nats.jetstream.publish(
          `${linksClicked.subject}.${shard}`,
          batchMessage(id, at, traceparent, clicks),
          {
            msgID: id,
            headers: carried,
            timeout: PUBLISH_TIMEOUT_MS,
          },
        );
        return duplicate;
      },
      { kind: SpanKind.PRODUCER, attributes: { 'messaging.message.id': id } },
    );
  }

  // An error of its own: what a server says about a stream is no refusal of clicks.
  private async ensure(shard: number): Promise<void> {
    if (this.ensured.has(shard)) return;
    const stream = clickStream(shard);
    await ensureStream(this.nats, stream).catch((error: unknown) => {
      throw new Error(`${stream.name} cannot be made`, { cause: error });
    });
    this.ensured.add(shard);
  }

  /** Bytes of clicks that the server takes in one message. */
  room(): number {
    const { info } = this.nats.connection;
    return info ? Math.max(0, info.max_payload - AROUND_CLICKS) : Number.POSITIVE_INFINITY;
  }

  failed(error: unknown): void {
    // The stream may have been lost with its server: look again before the next try.
    this.ensured.clear();
    this.alarm.trouble('clicks cannot be shipped; they stay in the log', error);
  }

  /** A new batch of this process was taken for one that was published before: its clicks may be missing. */
  repeated(segment: string): void {
    this.repetitions.inc();
    this.alarm.trouble('a new batch of clicks was dropped as a repetition', new Error(segment));
  }
}
