import type { Envelope, EventContract, EventData } from '@linkway/contracts';
import { headers, type MsgHdrs } from '@nats-io/nats-core';
import type { NatsService } from '../nats/nats.service.js';
import { currentCall, runningCall } from '../rpc/call-context.js';
import { SpanKind, type Tracing } from '../telemetry/tracing.js';
import { ensureStream } from './ensure-stream.js';
import { eventId } from './event-id.js';
import { eventStream } from './streams.js';

/** Puts envelopes on JetStream. Services emit through the outbox; this is what its relay publishes with. */
export class EventPublisher {
  private readonly ensured = new Map<string, Promise<void>>();

  constructor(
    private readonly nats: NatsService,
    private readonly tracing: Tracing,
    private readonly producer: string,
  ) {}

  /** Wraps data that was parsed with its contract: throws where it does not fit. */
  envelope<C extends EventContract>(contract: C, data: EventData<C>): Envelope<EventData<C>> {
    const { correlationId, causationId, actor } = currentCall();
    return {
      id: eventId(),
      type: contract.subject,
      occurred_at: new Date().toISOString(),
      producer: this.producer,
      correlation_id: correlationId,
      causation_id: causationId,
      traceparent: this.tracing.traceparent(),
      // Outside of a request and of an event it is the service itself that does something, as at its start.
      actor: runningCall() ? actor : { kind: 'service', id: this.producer },
      data: contract.data.parse(data) as EventData<C>,
    };
  }

  /** Resolves when JetStream has stored it. The envelope's id is the message id, so a repeated publish is dropped. */
  async publish(envelope: Envelope): Promise<void> {
    await this.ensure(envelope.type);
    await this.tracing.span(
      `publish ${envelope.type}`,
      async () => {
        const carried = this.traceHeaders();
        try {
          await this.nats.jetstream.publish(envelope.type, JSON.stringify(envelope), {
            msgID: envelope.id,
            headers: carried,
          });
        } catch (error) {
          // The stream may have been lost with its server: look again before the next try.
          this.ensured.delete(ownerOf(envelope.type));
          throw error;
        }
      },
      { kind: SpanKind.PRODUCER, parent: envelope.traceparent, attributes: { 'messaging.message.id': envelope.id } },
    );
  }

  private traceHeaders(): MsgHdrs {
    const carried = headers();
    carried.set('traceparent', this.tracing.traceparent() ?? '');
    return carried;
  }

  // Asked once per owner and process; after a failure again, since NATS may have been away.
  private ensure(subject: string): Promise<void> {
    const owner = ownerOf(subject);
    const pending = this.ensured.get(owner);
    if (pending) return pending;
    const created = ensureStream(this.nats, eventStream(owner)).catch((error: unknown) => {
      this.ensured.delete(owner);
      throw error;
    });
    this.ensured.set(owner, created);
    return created;
  }
}

const ownerOf = (subject: string): string => subject.split('.')[1] ?? '';
