import type { EventData, linkDeleted, Route } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';

/** What has become of links, in the order of their events. */
export interface News {
  /** Links that were made or changed, as redirects know them now, and when that was. */
  changed: readonly { route: Route; at: Date }[];
  deleted: readonly EventData<typeof linkDeleted>[];
}

type Hearer = (news: News) => Promise<void>;

/** Hands news of links on to whoever does something behind them: each event is read once, however many do. */
@Injectable()
export class LinkNews {
  private readonly hearers: Hearer[] = [];

  /** `hearer` may be told the same again: where one fails, all are. */
  hear(hearer: Hearer): void {
    this.hearers.push(hearer);
  }

  async tell(news: News): Promise<void> {
    for (const hearer of this.hearers) await hearer(news);
  }
}
