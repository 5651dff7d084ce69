import { type Click, clickSchema, envelopeSchema } from '@linkway/contracts';
import type { JsMsg } from '@nats-io/jetstream';

/** A message of a click stream, read. */
export interface ClickMessage {
  readonly message: JsMsg;
  readonly clicks: Click[];
  /** What in it could not be read; the rest of the message counts. */
  readonly fault: string | null;
  readonly traceparent: string | null;
}

const DAY_MS = 86_400_000;
const EARLIEST = Date.UTC(2020, 0, 1);

export function readClickMessage(message: JsMsg): ClickMessage {
  const unreadable = (fault: string): ClickMessage => ({ message, clicks: [], fault, traceparent: null });
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
  const latest = message.time.getTime() + DAY_MS;
  const clicks: Click[] = [];
  let fault: string | null = null;
  for (const [index, entry] of entries.entries()) {
    const click = clickSchema.safeParse(entry);
    if (!click.success) {
      fault ??= `click ${index}: ${click.error.issues[0]?.path.join('.') || 'not an object'} does not fit`;
    } else if (!isPlausible(click.data, latest)) {
      fault ??= `click ${index}: clicked_at is not plausible`;
    } else clicks.push(click.data);
  }
  return { message, clicks, fault, traceparent: envelope.data.traceparent };
}

// A clock gone mad would open a partition per month up to the year 9999.
function isPlausible(click: Click, latest: number): boolean {
  const time = Date.parse(click.clicked_at);
  return time >= EARLIEST && time <= latest;
}
