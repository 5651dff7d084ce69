import { domainSaved, type EventData } from '@linkway/contracts';
import { type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { HostRepository } from './host.repository.js';
import { HostBook, hostRowOf } from './host-book.js';

/** Projects the platform's domains. */
@Controller()
export class HostConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly hosts: HostRepository,
    private readonly book: HostBook,
  ) {}

  @OnEvent(domainSaved)
  async saved(event: EventData<typeof domainSaved>, meta: EventMeta): Promise<void> {
    await this.inbox.once(meta, async (manager) => {
      await this.hosts.apply(hostRowOf(event), null, manager);
    });
    // One that was told before this process listened, as at the first start of all, would be known to it a minute later.
    this.book.apply(hostRowOf(event));
  }
}
