import type { JsMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import type { NatsService } from '../nats/nats.service.js';
import { deadLetterStream, ensureStream } from './streams.js';

/** Puts a message aside whole, with the reason, on `dlq.<service>.<subject>`. */
export class DeadLetters {
  private ensured = false;

  constructor(
    private readonly nats: NatsService,
    private readonly replicas: number,
  ) {}

  async put(message: JsMsg, service: string, reason: string): Promise<void> {
    if (!this.ensured) {
      await ensureStream(this.nats, deadLetterStream, this.replicas);
      this.ensured = true;
    }
    const carried = headers();
    carried.set('Linkway-Reason', reason.replace(/[\r\n]+/g, ' ').slice(0, 500));
    carried.set('Linkway-Stream', message.info.stream);
    carried.set('Linkway-Sequence', String(message.seq));
    const traceparent = message.headers?.get('traceparent');
    if (traceparent) carried.set('traceparent', traceparent);
    await this.nats.jetstream.publish(`dlq.${service}.${message.subject}`, message.data, {
      headers: carried,
      msgID: `dlq-${service}-${message.info.stream}-${message.seq}`,
    });
  }
}
