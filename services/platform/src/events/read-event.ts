import { type Envelope, type EventContract, type EventData, envelopeSchema } from '@linkway/contracts';
import type { JsMsg } from '@nats-io/jetstream';

/** A handler and a cache that follows the same events get them a moment apart. */
const MOST_REMEMBERED = 256;
/** Larger ones hold many facts each, and are read by one alone. */
const MOST_BYTES = 16_384;

type Read = Envelope<EventData<EventContract>>;

/** Messages of this process that were read last, by message id and sequence. */
const messages = new Map<string, object>();
/** What contracts made of them: two that know an event by the same name may read it differently. */
const envelopes = new WeakMap<object, Map<EventContract, Read | null>>();

/** What a message holds; undefined: no object. Whoever gets it shares it, and changes nothing of it. */
export function contentOf(message: Pick<JsMsg, 'seq' | 'headers' | 'data' | 'json'>): object | undefined {
  const id = message.headers?.get('Nats-Msg-Id');
  if (!id || message.data.length > MOST_BYTES) return parsed(message);
  // A stream that was made anew has the same sequences for other messages.
  const name = `${message.seq} ${id}`;
  const content = messages.get(name) ?? parsed(message);
  if (content === undefined || messages.has(name)) return content;
  messages.set(name, content);
  const [oldest] = messages.keys();
  if (messages.size > MOST_REMEMBERED && oldest !== undefined) messages.delete(oldest);
  return content;
}

/** Reads an envelope and its data, once for all who share `raw`; unknown fields are dropped, what does not fit is null. */
export function readEvent<C extends EventContract>(contract: C, raw: unknown): Envelope<EventData<C>> | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const known = envelopes.get(raw) ?? new Map<EventContract, Read | null>();
  envelopes.set(raw, known);
  let read = known.get(contract);
  if (read === undefined) {
    read = fitting(contract, raw);
    known.set(contract, read);
  }
  return read as Envelope<EventData<C>> | null;
}

function fitting(contract: EventContract, raw: object): Read | null {
  const envelope = envelopeSchema.safeParse(raw);
  if (!envelope.success) return null;
  const data = contract.data.safeParse(envelope.data.data);
  return data.success ? { ...envelope.data, data: data.data } : null;
}

function parsed(message: Pick<JsMsg, 'json'>): object | undefined {
  try {
    const value: unknown = message.json();
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
