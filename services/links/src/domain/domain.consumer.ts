import { domainSaved, type EventData } from '@linkway/contracts';
import { DeadLetter, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { LinkMover } from '../link/link.mover.js';
import { DomainRepository } from './domain.repository.js';
import { isDomainName } from './domain-address.js';

/** Keeps the domains up to date. An event carries the whole state and its version, so it may come twice or late. */
@Controller()
export class DomainConsumer {
  constructor(
    private readonly domains: DomainRepository,
    private readonly mover: LinkMover,
  ) {}

  @OnEvent(domainSaved)
  async saved({ domain_id: id, ...state }: EventData<typeof domainSaved>): Promise<void> {
    if (!isDomainName(state.domain_name)) throw new DeadLetter('the domain name is not a host');
    // Moving many links takes longer than an event may: it goes on by itself.
    if (await this.domains.save({ id, ...state })) this.mover.wake([id]);
  }
}
