import { domainSaved, type EventData } from '@linkway/contracts';
import { OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { DomainRepository } from './domain.repository.js';

/** Keeps the domains up to date. An event carries the whole state and its version, so it may come twice or late. */
@Controller()
export class DomainConsumer {
  constructor(private readonly domains: DomainRepository) {}

  @OnEvent(domainSaved)
  async saved({ domain_id: id, ...state }: EventData<typeof domainSaved>): Promise<void> {
    await this.domains.save({ id, ...state });
  }
}
