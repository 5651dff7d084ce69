import { linksClicked } from '@linkway/contracts';
import { JetStreamApiError, type JsMsg } from '@nats-io/jetstream';
import { headers } from '@nats-io/nats-core';
import { isOutage } from '../database/outage.js';
import { isNoRoom, isShort } from '../nats/answers.js';
import type { NatsService } from '../nats/nats.service.js';
import { ensureStream } from './ensure-stream.js';
import { deadLetterStream } from './streams.js';

export const deadLetterSubject = (service: string, subject: string): string => `dlq.${service}.${subject}`;

/** Headers of a dead letter. */
export const letterHeaders = {
  reason: 'Linkway-Reason',
  service: 'Linkway-Service',
  subject: 'Linkway-Subject',
  stream: 'Linkway-Stream',
  sequence: 'Linkway-Sequence',
} as const;

/** On a message that is published again for one service: the others have handled it and leave it alone. */
export const REPLAY_FOR = 'Linkway-Replay-For';

/** Puts messages aside whole, but for visitors' addresses, with the reason, on `dlq.<service>.<subject>`. */
export class DeadLetters {
  private ensured = false;
  private readonly shortage = new Shortage();

  constructor(private readonly nats: NatsService) {}

  /**
   * Holds up nothing for long: throws what passes by itself, and answers why there is no letter and never will be, such as for
   * want of room. Null: it is there.
   */
  async bury(message: JsMsg, service: string, reason: string): Promise<{ error: unknown } | null> {
    try {
      await this.put(message, service, reason);
      this.shortage.end();
      return null;
    } catch (error) {
      if (isOutage(error) && !isFull(error) && !this.shortage.isFull(error)) throw error;
      return { error };
    }
  }

  async put(message: JsMsg, service: string, reason: string): Promise<void> {
    const wasEnsured = this.ensured;
    if (!this.ensured) {
      await ensureStream(this.nats, deadLetterStream);
      this.ensured = true;
    }
    const carried = headers();
    carried.set(letterHeaders.reason, reason.replace(/[\r\n]+/g, ' ').slice(0, 500));
    carried.set(letterHeaders.service, service);
    carried.set(letterHeaders.subject, message.subject);
    carried.set(letterHeaders.stream, message.info.stream);
    carried.set(letterHeaders.sequence, String(message.seq));
    const traceparent = message.headers?.get('traceparent');
    if (traceparent) carried.set('traceparent', traceparent);
    try {
      await this.nats.jetstream.publish(deadLetterSubject(service, message.subject), payloadOf(message), {
        headers: carried,
        msgID: `dlq-${service}-${message.info.stream}-${message.seq}`,
      });
    } catch (error) {
      // The stream may have been lost with its server, or got other settings: look again before the next try.
      this.ensured = false;
      // With our settings it lets the oldest go.
      if (wasEnsured && isFull(error)) return this.put(message, service, reason);
      throw error;
    }
  }
}

/** JetStream's "maximum bytes exceeded": it has the status of an outage, and does not pass by itself. */
const FULL = 10077;
/** There is no room for letters, in their stream or below it: whoever waited for it would hold up all other events. */
export const isFull = (error: unknown): boolean =>
  (error instanceof JetStreamApiError && error.code === FULL) || isNoRoom(error);

/** So often a letter is tried where the server is short of room or of time: over six seconds, with the pauses of an outage. */
export const SHORT_TRIES = 7;
export const SHORT_FOR_MS = 6_000;
/** What it answered so long ago says nothing of now. */
const SHORT_FORGOTTEN_MS = 60_000;

/**
 * Tells a server whose store is full from one that is busy for a moment, by its answers to the letters of one service. Once
 * full, it is full for the next letters too: each would hold up the events for as long.
 */
export class Shortage {
  private tries = 0;
  private firstAt = 0;
  private lastAt = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** Whether this answer is one too many. */
  isFull(error: unknown): boolean {
    if (!isShort(error)) return false;
    const at = this.now();
    if (Math.abs(at - this.lastAt) > SHORT_FORGOTTEN_MS) this.tries = 0;
    if (this.tries === 0) this.firstAt = at;
    this.lastAt = at;
    this.tries += 1;
    // Several consumers try at once.
    return this.tries >= SHORT_TRIES && at - this.firstAt >= SHORT_FOR_MS;
  }

  /** A letter was stored. */
  end(): void {
    this.tries = 0;
  }
}

/** Clicks carry the visitor's address, which lives no longer than the stream of clicks keeps it. */
function payloadOf(message: JsMsg): Uint8Array {
  if (!message.subject.startsWith(`${linksClicked.subject}.`)) return message.data;
  return new TextEncoder().encode(withoutAddresses(new TextDecoder().decode(message.data)));
}

/**
 * Blanks every `ip` of a JSON text, whatever its value. What is put aside may be JSON that is cut off or damaged: that is gone
 * by its text. Blank and not removed, so that what is published again still fits its contract.
 */
export function withoutAddresses(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), (key, value: unknown) => (key === 'ip' ? '' : value));
  } catch {
    return withoutAddressTexts(json);
  }
}

const withoutAddressTexts = (json: string): string =>
  json.replace(/("ip"\s*:\s*)(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^",}\]\s]+)/gs, '$1""');
