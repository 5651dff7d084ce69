import { domainSaved, type RowKey } from '@linkway/contracts';
import { pageOf, Republisher, type RepublishPage, type RepublishSource } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainRepository } from './domain.repository.js';
import { domainSavedData } from './domain.view.js';

/** Tells of every domain once more, for a consumer that lost what it knew. */
@Injectable()
export class DomainRepublish implements OnModuleInit, RepublishSource {
  readonly name = 'domains';
  readonly table = 'available_domains';

  constructor(
    private readonly domains: DomainRepository,
    private readonly republisher: Republisher,
  ) {}

  onModuleInit(): void {
    this.republisher.register(this);
  }

  async page(after: RowKey | null, limit: number): Promise<RepublishPage | null> {
    const domains = await this.domains.page(after?.[0] ?? null, limit);
    return pageOf(
      domains,
      ({ id }) => [id],
      (domain, emit) => emit(domainSaved, domainSavedData(domain)),
    );
  }
}
