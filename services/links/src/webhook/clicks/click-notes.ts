import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Click, describeClicksRpc, type WebhookClick } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { type ClickBatch, clicksIn, workspaceOf } from './click-batch.js';
import { ClickNotesRepository, type Listener } from './click-notes.repository.js';
import { ClickPositionRepository } from './click-position.repository.js';
import { questionsOf } from './click-questions.js';

/** Some messages of a stream of clicks, behind the one up to which it was read. */
export interface Portion {
  stream: string;
  holder: string;
  from: number;
  batches: readonly ClickBatch[];
  /** Says again that this process reads the shard, where it is time to; false: it does no more. */
  keep: () => Promise<boolean>;
}

/** A click as it is told, and whose it is. */
interface Told {
  workspace_id: string;
  click: WebhookClick;
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
  async note({ stream, holder, from, batches, keep }: Portion): Promise<boolean> {
    const last = batches.at(-1);
    if (!last) return true;
    const listeners = await this.listeners(batches);
    const told = await this.described(await wantedOf(batches, listeners), keep);
    if (!told) return false;
    const byWorkspace = Map.groupBy(told, ({ workspace_id }) => workspace_id);
    const due = listeners
      .map((listener) => ({ listener, clicks: wantedBy(listener, byWorkspace.get(listener.workspace_id) ?? []) }))
      .filter(({ clicks }) => clicks.length > 0);
    return this.notes.transaction(async (manager) => {
      const place = { from, to: last.sequence, told_at: last.storedAt };
      if (!(await this.positions.advance(stream, holder, place, manager))) return false;
      await this.notes.note(due, manager);
      return true;
    });
  }

  private async listeners(batches: readonly ClickBatch[]): Promise<Listener[]> {
    const workspaces = new Set<string>();
    for (const { entries } of batches) {
      for (const entry of entries) {
        const id = workspaceOf(entry);
        if (id) workspaces.add(id);
      }
    }
    return workspaces.size > 0 ? this.notes.listeners([...workspaces]) : [];
  }

  /** What they mean analytics alone works out. An address goes no further than this question. Null: the shard is another process's now. */
  private async described(clicks: readonly Click[], keep: () => Promise<boolean>): Promise<Told[] | null> {
    const told: Told[] = [];
    for (const some of questionsOf(clicks)) {
      if (!(await keep())) return null;
      const { data } = await this.rpc.call(describeClicksRpc, { clicks: some });
      if (data.length !== some.length) throw new Error('analytics described other clicks');
      for (const [place, { event_id: id, ...meaning }] of data.entries()) {
        const click = some[place];
        if (!click || click.event_id.toLowerCase() !== id) throw new Error('analytics described other clicks');
        const { link_id, code: short_code, host } = click;
        const clicked_at = new Date(click.clicked_at).toISOString();
        told.push({
          workspace_id: (click.workspace_id ?? '').toLowerCase(),
          click: { id, clicked_at, link_id, short_code, host, ...meaning },
        });
      }
    }
    return told;
  }
}

/** In their order, message by message: a backlog leaves the event loop free for what people ask. */
async function wantedOf(batches: readonly ClickBatch[], listeners: readonly Listener[]): Promise<Click[]> {
  if (listeners.length === 0) return [];
  const workspaces = new Set(listeners.map(({ workspace_id }) => workspace_id));
  const clicks: Click[] = [];
  for (const batch of batches) {
    for (const click of clicksIn(batch, workspaces)) clicks.push(click);
    await nextTurn();
  }
  return clicks;
}

const wantedBy = ({ bot_clicks }: Listener, told: readonly Told[]): WebhookClick[] =>
  told.map(({ click }) => click).filter(({ kind }) => bot_clicks || kind === 'human');
