import { type Click, clickSchema, envelopeSchema } from '@linkway/contracts';
import type { JsMsg } from '@nats-io/jetstream';
import type { Pace } from './pace.js';

/** A message of a click stream, read. */
export interface ClickMessage {
  readonly message: JsMsg;
  readonly clicks: Click[];
  /** How many of them had a time that cannot be, and have the time of the message instead. */
  readonly corrected: number;
  /** What in it could not be read; the rest of the message counts. */
  readonly fault: string | null;
  readonly traceparent: string | null;
}

const DAY_MS = 86_400_000;
/** The oldest click that a redirect process may still have had in its log, many times over. */
const MAX_AGE_MS = 400 * DAY_MS;

export async function readClickMessage(message: JsMsg, pace: Pace): Promise<ClickMessage> {
  const unreadable = (fault: string): ClickMessage => ({ message, clicks: [], corrected: 0, fault, traceparent: null });
  let raw: unknown;
  try {
    raw = message.json();
  } catch {
    return unreadable('not JSON');
  }
  const envelope = envelopeSchema.safeParse(raw);
  if (!envelope.success) return unreadable('no envelope');
  const entries = (envelope.data.data as { clicks?: unknown } | null)?.clicks;
  if (!Array.isArray(entries) || entries.length === 0) return unreadable('no clicks');

  // Against the time at which the stream took the message, so that reading it again judges the same.
  const taken = message.time;
  const clicks: Click[] = [];
  let corrected = 0;
  let fault: string | null = null;
  for (const [index, entry] of entries.entries()) {
    const read = clickSchema.safeParse(entry);
    if (!read.success) {
      fault ??= `click ${index}: ${read.error.issues[0]?.path.join('.') || 'not an object'} does not fit`;
    } else if (isPlausible(read.data, taken.getTime())) {
      clicks.push(read.data);
    } else {
      corrected += 1;
      clicks.push({ ...read.data, clicked_at: taken.toISOString() });
    }
    const pause = pace.step();
    if (pause) await pause;
  }
  return { message, clicks, corrected, fault, traceparent: envelope.data.traceparent };
}

// A clock gone mad would open a partition per month up to the year 9999, and its clicks would never be seen.
function isPlausible(click: Click, taken: number): boolean {
  const time = Date.parse(click.clicked_at);
  return time >= taken - MAX_AGE_MS && time <= taken + DAY_MS;
}
