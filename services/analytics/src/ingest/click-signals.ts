import { clicksStored, MOST_NAMED_LINKS, totalsChanged } from '@linkway/contracts';
import { CONFIG, Signals } from '@linkway/platform';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { type ClickRow, NO_ID } from '../store/click.row.js';

type OfLink = Pick<ClickRow, 'workspace_id' | 'link_id'>;

/** The longest that a replica is behind in the ordinary way. */
const REPLICA_MS = 2_000;

/** Tells open pages whose clicks were stored just now, so that they need not ask to find out. */
@Injectable()
export class ClickSignals implements OnModuleDestroy {
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly signals: Signals,
    @Inject(CONFIG) private readonly config: Pick<AnalyticsConfig, 'CLICKHOUSE_CLUSTER'>,
  ) {}

  stored(rows: readonly ClickRow[]): void {
    this.changed(rows);
  }

  /** Has the pages ask again that show these links. */
  changed(of: readonly OfLink[]): void {
    const links = linksByWorkspace(of);
    this.tell(links);
    // Who asks another replica may have been told of less.
    if (this.config.CLICKHOUSE_CLUSTER === '' || links.size === 0) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.tell(links);
    }, REPLICA_MS);
    this.timers.add(timer);
  }

  onModuleDestroy(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private tell(links: ReadonlyMap<string, ReadonlySet<string>>): void {
    if (links.size > 0) this.signals.tell(totalsChanged, 'all', {});
    for (const [workspace, ids] of links) {
      this.signals.tell(clicksStored, workspace, { link_ids: ids.size > MOST_NAMED_LINKS ? null : [...ids] });
    }
  }
}

function linksByWorkspace(rows: readonly OfLink[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { workspace_id, link_id } of rows) {
    // Nobody sees the clicks of a guest's link.
    if (workspace_id === NO_ID) continue;
    const ids = found.get(workspace_id);
    if (ids) ids.add(link_id);
    else found.set(workspace_id, new Set([link_id]));
  }
  return found;
}
