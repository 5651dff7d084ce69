import { domainSaved, type EventData } from '@linkway/contracts';
import { DeadLetter, type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { LinkMover } from '../link/link.mover.js';
import { DomainRepository } from './domain.repository.js';
import { isDomainName } from './domain-address.js';

/** Keeps the domains up to date. An event carries the whole state and its version, so it may come late; it counts once, as its owner may have taken it back. */
@Controller()
export class DomainConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly domains: DomainRepository,
    private readonly mover: LinkMover,
  ) {}

  @OnEvent(domainSaved)
  async saved({ domain_id: id, ...state }: EventData<typeof domainSaved>, meta: EventMeta): Promise<void> {
    if (!isDomainName(state.domain_name)) throw new DeadLetter('the domain name is not a host');
    let changed = false;
    await this.inbox.once(meta, async (manager) => {
      changed = await this.domains.save({ id, ...state }, null, manager);
    });
    // Moving many links takes longer than an event may: it goes on by itself.
    if (changed) this.mover.wake([id]);
  }
}
