import type { EventContract, EventData } from '@linkway/contracts';
import { EventPattern } from '@nestjs/microservices';
import { type Outcome, outcomeOf } from './outcome.js';
import { readEvent } from './read-event.js';

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

/** Several events for one handler that takes many at once. */
export interface Deliveries {
  batch: readonly Delivery[];
}

/** Of a handler that takes many events at once: which they are. */
export interface BatchExtras {
  /** The same object for all subjects of a handler. */
  readonly together?: object;
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

type Contracts = Record<string, EventContract>;

/** An event of a handler of many, by the name that its contract has there. */
export type OneOf<S extends Contracts> = {
  [K in keyof S & string]: { kind: K; data: EventData<S[K]>; meta: EventMeta };
}[keyof S & string];

/**
 * Handles events of one owner, as many at once as wait, in the order of their stream, where each would cost as much as all
 * (a transaction): their effect belongs into `inbox.onceEach`. `Class.name of the contract here` is the handler of each. Where
 * the handler throws for several, each is handled alone, so that a bad one is refused alone. Outside of any request: what it
 * stores for the outbox would belong to nobody.
 */
export function OnEvents<S extends Contracts>(contracts: S) {
  type Handler = (events: OneOf<S>[]) => Promise<void>;
  const bySubject = new Map(
    Object.entries(contracts).map(([kind, contract]) => [contract.subject, { kind, contract }]),
  );
  return <H extends Handler>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<H>): void => {
    const handler = descriptor.value as Handler;
    const read = ({ raw, ...delivery }: Delivery): OneOf<S>[] => {
      const known = bySubject.get(String((raw as { type?: unknown }).type));
      const envelope = known && readEvent(known.contract, raw);
      if (!known || !envelope) return [];
      const { id, correlation_id: correlationId, occurred_at: occurredAt, data } = envelope;
      const meta = { id, handler: `${target.constructor.name}.${known.kind}`, correlationId, occurredAt, ...delivery };
      return [{ kind: known.kind, data, meta } as OneOf<S>];
    };
    const wrapped = async function (this: unknown, payload: Delivery | Deliveries): Promise<Outcome> {
      const deliveries = 'batch' in payload ? payload.batch : [payload];
      const events = deliveries.flatMap(read);
      if (events.length < deliveries.length) return { kind: 'dead-letter', reason: 'does not fit its contract' };
      try {
        await handler.call(this, events);
        return { kind: 'done' };
      } catch (error) {
        return outcomeOf(error);
      }
    };
    descriptor.value = wrapped as unknown as H;
    const extras: BatchExtras = { together: contracts };
    EventPattern<string[]>([...bySubject.keys()], JETSTREAM, extras as Record<string, unknown>)(
      target,
      key,
      descriptor,
    );
  };
}
