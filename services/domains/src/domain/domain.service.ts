import { type Domain as DomainView, domainSaved } from '@linkway/contracts';
import { AppLogger, CONFIG, Outbox } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { DomainsConfig } from '../config.js';
import { DomainRepository } from './domain.repository.js';
import { domainSavedData, domainView } from './domain.view.js';
import { placeMainDomain } from './main-domain.js';

@Injectable()
export class DomainService implements OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: DomainsConfig,
    private readonly domains: DomainRepository,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.prepare();
  }

  async listActive(): Promise<DomainView[]> {
    return (await this.domains.listActive()).map(domainView);
  }

  /** Seeds or renames the main domain as configured, and tells of what changed. */
  async prepare(): Promise<void> {
    await this.outbox.transaction(async (manager, emit) => {
      const known = await this.domains.lockAll(manager);
      const changed = placeMainDomain(known, this.config.MAIN_DOMAIN);
      for (const domain of changed) await this.domains.save(manager, domain);
      for (const domain of changed) emit(domainSaved, domainSavedData(domain));
      if (changed.length > 0) this.logger.info('main domain set', { domain_name: this.config.MAIN_DOMAIN });
    });
  }
}
