import { auditRecord, type Domain as DomainView, domainSaved, domainsAuditRecorded } from '@linkway/contracts';
import { AppLogger, CONFIG, Outbox } from '@linkway/platform';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { DomainsConfig } from '../config.js';
import type { Domain } from './domain.entity.js';
import { DomainRepository } from './domain.repository.js';
import { domainSavedData, domainView } from './domain.view.js';
import { mainDomainOf, placeMainDomain } from './main-domain.js';

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
      const former = mainDomainOf(known)?.domain_name;
      const changed = placeMainDomain(known, this.config.MAIN_DOMAIN);
      for (const domain of changed) await this.domains.save(manager, domain);
      for (const domain of changed) emit(domainSaved, domainSavedData(domain));
      const main = mainDomainOf(changed);
      if (!main) return;
      this.logger.info('main domain set', { domain_name: main.domain_name });
      if (former !== undefined && former !== main.domain_name) emit(domainsAuditRecorded, mainChanged(main, former));
    });
  }
}

/** Whoever can set the environment of this process did it, which is nobody that the product knows. */
const mainChanged = ({ id, domain_name }: Domain, former: string) =>
  auditRecord({
    id: uuidv7(),
    action: 'domain.main_changed',
    user: null,
    ip: null,
    target: { kind: 'domain', id, name: domain_name },
    details: { former_name: former },
  });
