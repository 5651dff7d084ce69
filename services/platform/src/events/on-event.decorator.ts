import { type Envelope, type EventContract, type EventData, envelopeSchema } from '@linkway/contracts';
import { EventPattern } from '@nestjs/microservices';
import { type Outcome, outcomeOf } from './outcome.js';

/** Id of our JetStream strategy among Nest's transports. */
export const JETSTREAM = Symbol('JETSTREAM');

export interface EventMeta {
  /** Of the event: with `handler`, the key for the inbox. */
  id: string;
  /** `Class.method` of the handler. A new name makes a new handler: what the old one did, it would do again. */
  handler: string;
  /** Of the message in its stream. */
  sequence: number;
  redelivered: boolean;
  correlationId: string;
  occurredAt: string;
}

/** What the strategy hands to a handler: Nest passes it nothing but the payload. */
export interface Delivery {
  raw: unknown;
  sequence: number;
  redelivered: boolean;
}

/** Reads an envelope and its data; unknown fields are dropped, what does not fit is null. */
export function readEvent<C extends EventContract>(contract: C, raw: unknown): Envelope<EventData<C>> | null {
  const envelope = envelopeSchema.safeParse(raw);
  if (!envelope.success) return null;
  const data = contract.data.safeParse(envelope.data.data);
  return data.success ? { ...envelope.data, data: data.data as EventData<C> } : null;
}

/**
 * Handles an event of another service: at least once, so the effect belongs into `inbox.once`. Several handlers of one
 * event in a service are run one after the other, and each is tried again for itself.
 * Returning is done; an error of a store or service that is away waits for it; RetryLater or any other error is a
 * counted retry with back-off; DeadLetter puts the event aside.
 */
export function OnEvent<C extends EventContract>(contract: C) {
  type Handler = (event: EventData<C>, meta: EventMeta) => Promise<void> | void;
  return <H extends Handler>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<H>): void => {
    const handler = descriptor.value as Handler;
    const name = `${target.constructor.name}.${String(key)}`;
    const wrapped = async function (this: unknown, { raw, ...delivery }: Delivery): Promise<Outcome> {
      const envelope = readEvent(contract, raw);
      if (!envelope) return { kind: 'dead-letter', reason: `does not fit ${contract.subject}` };
      try {
        await handler.call(this, envelope.data, {
          id: envelope.id,
          handler: name,
          correlationId: envelope.correlation_id,
          occurredAt: envelope.occurred_at,
          ...delivery,
        });
        return { kind: 'done' };
      } catch (error) {
        return outcomeOf(error);
      }
    };
    descriptor.value = wrapped as unknown as H;
    EventPattern<string>(contract.subject, JETSTREAM)(target, key, descriptor);
  };
}
