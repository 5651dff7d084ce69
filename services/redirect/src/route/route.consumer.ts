import { linkCreated, linkDeleted, linkUpdated } from '@linkway/contracts';
import { Inbox, OnEvents, type OneOf } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { UsageRepository } from '../cap/usage.repository.js';
import { RouteRepository } from './route.repository.js';
import { changesOf, newestOf } from './route-version.js';

const changes = { created: linkCreated, updated: linkUpdated, deleted: linkDeleted };

/** Projects the events of links into the read model: of many at once, of each key the newest. */
@Controller()
export class RouteConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly routes: RouteRepository,
    private readonly usage: UsageRepository,
  ) {}

  @OnEvents(changes)
  async changed(events: OneOf<typeof changes>[]): Promise<void> {
    await this.inbox.onceEach(events, async (manager, fresh) => {
      await this.routes.apply(newestOf(fresh.flatMap(({ data }) => changesOf(data))), manager);
      const deleted = fresh.flatMap((event) => (event.kind === 'deleted' ? event.data.link_id : []));
      if (deleted.length > 0) await this.usage.forget(deleted, manager);
    });
  }
}
