import { linkCreated, linkUpdated } from '@linkway/contracts';
import { OnEvents, type OneOf } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { SiteService } from './site.service.js';

const ofLinks = { created: linkCreated, updated: linkUpdated };

/** What lies in the stream for longer, when this is new or was away, has its turn once it is shown. */
const NEWS_MS = 3_600_000;

/** Notes where links lead, once they are made or changed: whoever does that waits for nothing of it. */
@Controller()
export class SiteConsumer {
  constructor(private readonly sites: SiteService) {}

  /** Noted again, an address is as it was. Guests see nothing of it, so nobody is asked for their links. */
  @OnEvents(ofLinks)
  async changed(events: OneOf<typeof ofLinks>[]): Promise<void> {
    const news = events.filter(({ meta }) => Date.now() - Date.parse(meta.occurredAt) < NEWS_MS);
    const routes = news.map(({ data }) => data.route).filter(({ workspace_id }) => workspace_id !== null);
    await this.sites.note(routes.map(({ original_url }) => original_url));
  }
}
