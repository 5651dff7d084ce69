import { type EventData, linkCreated, linkDeleted, linkUpdated } from '@linkway/contracts';
import { type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { UsageRepository } from '../cap/usage.repository.js';
import { RouteRepository } from './route.repository.js';
import { changesOf } from './route-version.js';

/** Projects the events of links into the read model. */
@Controller()
export class RouteConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly routes: RouteRepository,
    private readonly usage: UsageRepository,
  ) {}

  @OnEvent(linkCreated)
  async created(event: EventData<typeof linkCreated>, meta: EventMeta): Promise<void> {
    await this.inbox.once(meta, (manager) => this.routes.apply(changesOf(event), manager));
  }

  @OnEvent(linkUpdated)
  async updated(event: EventData<typeof linkUpdated>, meta: EventMeta): Promise<void> {
    await this.inbox.once(meta, (manager) => this.routes.apply(changesOf(event), manager));
  }

  @OnEvent(linkDeleted)
  async deleted(event: EventData<typeof linkDeleted>, meta: EventMeta): Promise<void> {
    await this.inbox.once(meta, async (manager) => {
      await this.routes.apply(changesOf(event), manager);
      await this.usage.forget(event.link_id, manager);
    });
  }
}
