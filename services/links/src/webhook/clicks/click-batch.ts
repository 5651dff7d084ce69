import { type Click, clickSchema, envelopeSchema } from '@linkway/contracts';
import type { JsMsg } from '@nats-io/jetstream';

/** A message of a stream of clicks, whose clicks are not looked at yet: few of them may be wanted. */
export interface ClickBatch {
  readonly sequence: number;
  readonly storedAt: Date;
  readonly entries: readonly unknown[];
}

/** What a database takes for an id. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What cannot be read analytics puts aside and tells of. */
export function clickBatch(message: Pick<JsMsg, 'seq' | 'time' | 'json'>): ClickBatch {
  const envelope = envelopeSchema.safeParse(jsonOf(message));
  const entries = envelope.success ? (envelope.data.data as { clicks?: unknown } | null)?.clicks : null;
  return { sequence: message.seq, storedAt: message.time, entries: Array.isArray(entries) ? entries : [] };
}

/** The account of what may be a click, in small letters; null: it has none. */
export function workspaceOf(entry: unknown): string | null {
  const id = (entry as { workspace_id?: unknown } | null)?.workspace_id;
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : null;
}

/** Those of some accounts; each once, as a batch may have it twice. */
export function clicksIn({ entries }: ClickBatch, workspaces: ReadonlySet<string>): Click[] {
  const clicks = new Map<string, Click>();
  for (const entry of entries) {
    const workspace = workspaceOf(entry);
    if (workspace === null || !workspaces.has(workspace)) continue;
    const { data: click } = clickSchema.safeParse(entry);
    if (click) clicks.set(click.event_id.toLowerCase(), click);
  }
  return [...clicks.values()];
}

function jsonOf(message: Pick<JsMsg, 'json'>): unknown {
  try {
    return message.json();
  } catch {
    return null;
  }
}
