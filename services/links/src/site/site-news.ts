import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LinkNews, type News } from '../link-news/link-news.js';
import { SiteService } from './site.service.js';

/** What lies in the stream for longer, when this is new or was away, has its turn once it is shown. */
const NEWS_MS = 3_600_000;

/** Notes where links lead, once they are made or changed. */
@Injectable()
export class SiteNews implements OnModuleInit {
  constructor(
    private readonly news: LinkNews,
    private readonly sites: SiteService,
  ) {}

  onModuleInit(): void {
    this.news.hear((news) => this.note(news));
  }

  /** Noted again, an address is as it was. Guests see nothing of it, so nobody is asked for their links. */
  private async note({ changed }: News): Promise<void> {
    const routes = changed.filter(({ at }) => Date.now() - at.getTime() < NEWS_MS).map(({ route }) => route);
    const owned = routes.filter(({ workspace_id }) => workspace_id !== null);
    await this.sites.note(owned.map(({ original_url }) => original_url));
  }
}
