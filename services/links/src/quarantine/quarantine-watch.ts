import type { Route } from '@linkway/contracts';
import { Outbox } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BlockList } from '../block-list/block-list.js';
import { destinationsOf } from '../link/destination.js';
import { LinkNews, type News } from '../link-news/link-news.js';
import { Quarantines } from './quarantine.js';
import { QuarantineRepository } from './quarantine.repository.js';

/**
 * Looks at each link once more behind its creation or change: by then every entry is known that another process did not know yet when it let the
 * link through. A link whose owner took the blocked address out of it works again by this as well. It is a look in memory.
 */
@Injectable()
export class QuarantineWatch implements OnModuleInit {
  constructor(
    private readonly news: LinkNews,
    private readonly blockList: BlockList,
    private readonly quarantines: Quarantines,
    private readonly rows: QuarantineRepository,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    this.news.hear((news) => this.look(news));
  }

  private async look({ changed, deleted }: News): Promise<void> {
    await this.blockList.known();
    const concerned = changed.flatMap(({ route }) => (this.concerns(route) ? [route] : []));
    const places = new Map(
      concerned.map(({ link_id: id, workspace_id }) => [id, { tenant_id: workspace_id ?? id, id }]),
    );
    for (const place of places.values()) await this.quarantines.settle(place);
    const gone = deleted.map(({ link_id }) => link_id);
    if (gone.length > 0) await this.outbox.transaction((manager) => this.rows.end(manager, gone, 'settled'));
  }

  private concerns(route: Route): boolean {
    if (route.is_quarantined) return true;
    const { original_url: url, device_targeting, ...more } = route;
    const destinations = destinationsOf({ ...more, url, device_targeting: device_targeting ?? {} });
    return destinations.some(([, address]) => this.quarantines.isBlocked(address));
  }
}
