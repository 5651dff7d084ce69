import {
  type Click,
  clickSchema,
  describeClicksRpc,
  envelopeSchema,
  MOST_CLICKS_DESCRIBED,
  type WebhookClick,
} from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import type { JsMsg } from '@nats-io/jetstream';
import { Injectable } from '@nestjs/common';
import { ClickNotesRepository, type Listener } from './click-notes.repository.js';
import { ClickPositionRepository } from './click-position.repository.js';

/** Some messages of a stream of clicks, behind the one up to which it was read. */
export interface Portion {
  stream: string;
  holder: string;
  from: number;
  messages: readonly JsMsg[];
}

/** Notes of clicks, for the webhooks that are told of them, what analytics keeps of them. */
@Injectable()
export class ClickNotes {
  constructor(
    private readonly notes: ClickNotesRepository,
    private readonly positions: ClickPositionRepository,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Once for each click, with the position: a portion that was noted and not known to be, as the process ended, is not read again. False: another
   * process goes on with the shard. Throws where analytics or the database is away; nothing is noted then.
   */
  async note({ stream, holder, from, messages }: Portion): Promise<boolean> {
    const to = messages.at(-1)?.seq ?? from;
    const clicks = messages.flatMap(clicksOf).filter(({ workspace_id }) => workspace_id !== null);
    const byWorkspace = Map.groupBy(clicks, ({ workspace_id }) => workspace_id ?? '');
    const listeners = byWorkspace.size > 0 ? await this.notes.listeners([...byWorkspace.keys()]) : [];
    const wanted = [...new Set(listeners.map(({ workspace_id }) => workspace_id))];
    const told = new Map<string, WebhookClick[]>();
    for (const id of wanted) told.set(id, await this.described(byWorkspace.get(id) ?? []));
    return this.notes.transaction(async (manager) => {
      if (!(await this.positions.advance(stream, holder, { from, to }, manager))) return false;
      // In one order, so that two shards never wait for each other.
      for (const listener of listeners.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
        const its = wantedBy(listener, told.get(listener.workspace_id) ?? []);
        if (its.length > 0) await this.notes.note(listener.id, its, manager);
      }
      return true;
    });
  }

  /** What they mean analytics alone works out. An address goes no further than this question. */
  private async described(clicks: readonly Click[]): Promise<WebhookClick[]> {
    const described: WebhookClick[] = [];
    for (let start = 0; start < clicks.length; start += MOST_CLICKS_DESCRIBED) {
      const some = clicks.slice(start, start + MOST_CLICKS_DESCRIBED);
      const { data } = await this.rpc.call(describeClicksRpc, { clicks: some });
      for (const [place, { event_id: id, ...meaning }] of data.entries()) {
        const click = some[place];
        if (!click || click.event_id.toLowerCase() !== id) throw new Error('analytics described other clicks');
        const { link_id, code: short_code, host } = click;
        described.push({
          id,
          clicked_at: new Date(click.clicked_at).toISOString(),
          link_id,
          short_code,
          host,
          ...meaning,
        });
      }
    }
    return described;
  }
}

const wantedBy = ({ bot_clicks }: Listener, clicks: readonly WebhookClick[]): readonly WebhookClick[] =>
  bot_clicks ? clicks : clicks.filter(({ kind }) => kind === 'human');

/** What cannot be read analytics puts aside and tells of; each click once, as a batch may have it twice. */
function clicksOf(message: JsMsg): Click[] {
  const envelope = envelopeSchema.safeParse(jsonOf(message));
  const entries = envelope.success ? (envelope.data.data as { clicks?: unknown } | null)?.clicks : null;
  if (!Array.isArray(entries)) return [];
  const clicks = entries.flatMap((entry) => clickSchema.safeParse(entry).data ?? []);
  return [...new Map(clicks.map((click) => [click.event_id, click])).values()];
}

function jsonOf(message: JsMsg): unknown {
  try {
    return message.json();
  } catch {
    return null;
  }
}
