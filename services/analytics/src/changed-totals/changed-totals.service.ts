import { type changedTotalsRpc, MOST_CHANGED_TOTALS, type RpcReply } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { KeptTotals, totalKey } from '../query/kept-totals.js';
import { ChangedTotalsRepository, type Seen, type WantedDay } from './changed-totals.repository.js';
import { changedSince, type Told, toldOf, toldText, type Walk, walked } from './marks.js';

type Reply = RpcReply<typeof changedTotalsRpc>;

/**
 * Tells whoever keeps a copy of totals which may have changed. Nothing is kept of whom was told what: it is in the text that they ask with.
 * A merge of parts, and a change of some clicks of a day, have links told that did not change: their totals are the same.
 */
@Injectable()
export class ChangedTotals {
  constructor(
    private readonly repository: ChangedTotalsRepository,
    private readonly totals: KeptTotals,
  ) {}

  async since(text: string | null, limit = MOST_CHANGED_TOTALS): Promise<Reply> {
    const at = Date.now();
    // Before anything is counted: what comes afterwards gives its day another mark.
    const seen = await this.repository.seen();
    const told = toldOf(text, seen.table);
    const walk = told.walk ?? { at, marks: changedSince(told.marks, seen.marks), after: null };
    const links = await this.repository.links(wantedDays(told, walk, seen), seen.isByDay, walk.after, limit);
    const clicks = await this.totals.ofLinks(links, 'human');
    const last = links.length === limit ? (links.at(-1) ?? null) : null;
    const next: Told = last
      ? { ...told, walk: { ...walk, after: last } }
      : { table: told.table, marks: walked(told, walk), walk: null };
    return {
      data: links.map((link) => ({
        workspace_id: link.workspaceId,
        link_id: link.linkId,
        clicks: clicks.get(totalKey(link)) ?? 0,
      })),
      next: toldText(next),
      has_more: last !== null,
      as_of: new Date(walk.at).toISOString(),
    };
  }
}

function wantedDays({ marks }: Told, walk: Walk, { isByDay }: Seen): WantedDay[] {
  const days = [...walk.marks].map(([day, mark]) => {
    const told = marks.get(day) ?? 0;
    // A table that was put back has its numbers once more.
    return { day, since: told < mark ? told : 0, isGone: mark === 0 };
  });
  // Where clicks are not by day, older days are not looked at, and not gone.
  return isByDay ? days : days.filter(({ isGone }) => !isGone);
}
