import { domainSaved, type EventData } from '@linkway/contracts';
import { type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { HostRepository } from './host.repository.js';
import { hostRowOf } from './host-book.js';

/** Projects the platform's domains. */
@Controller()
export class HostConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly hosts: HostRepository,
  ) {}

  @OnEvent(domainSaved)
  async saved(event: EventData<typeof domainSaved>, meta: EventMeta): Promise<void> {
    await this.inbox.once(meta, async (manager) => {
      await this.hosts.apply(hostRowOf(event), null, manager);
    });
  }
}
