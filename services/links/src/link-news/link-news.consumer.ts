import { linkCreated, linkDeleted, linkUpdated } from '@linkway/contracts';
import { OnEvents, type OneOf } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { LinkNews } from './link-news.js';

const ofLinks = { created: linkCreated, updated: linkUpdated, deleted: linkDeleted };

/** Reads what links tell of themselves: whoever makes or changes one waits for nothing of what follows from it. */
@Controller()
export class LinkNewsConsumer {
  constructor(private readonly news: LinkNews) {}

  @OnEvents(ofLinks)
  changed(events: OneOf<typeof ofLinks>[]): Promise<void> {
    return this.news.tell({
      changed: events.flatMap((event) =>
        event.kind === 'deleted' ? [] : [{ route: event.data.route, at: new Date(event.meta.occurredAt) }],
      ),
      deleted: events.flatMap((event) => (event.kind === 'deleted' ? [event.data] : [])),
    });
  }
}
