import {
  type AdminDomain,
  auditRecord,
  type Caller,
  type ChangeDomain,
  type changeDomainRpc,
  domainSaved,
  domainsAuditRecorded,
  type RpcInput,
} from '@linkway/contracts';
import { AppError, currentCall, fieldError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Domain } from './domain.entity.js';
import { DomainRepository } from './domain.repository.js';
import { adminDomainView, domainSavedData } from './domain.view.js';
import { normaliseDomainName } from './domain-name.js';

/** Where domains themselves, unknown codes and expired links on them lead. */
@Injectable()
export class DomainAddressService {
  constructor(
    private readonly domains: DomainRepository,
    private readonly outbox: Outbox,
  ) {}

  async list(): Promise<AdminDomain[]> {
    return (await this.domains.listAll()).map(adminDomainView);
  }

  /**
   * Changes what is given; the same once more changes nothing, and is told to nobody. Throws `domains.not_found`, and `links.url_loop` for an
   * address on a domain of the platform, where unknown codes would lead in circles.
   */
  async change({ id, changes, by }: RpcInput<typeof changeDomainRpc>, caller: Caller): Promise<AdminDomain> {
    return this.outbox.transaction(async (manager, emit) => {
      // All of them, so that none gets the name of an address that is set at this moment.
      const all = await this.domains.lockAll(manager);
      const domain = all.find((one) => one.id === id);
      if (!domain) throw new AppError('domains.not_found');
      refuseOwn(changes, new Set(all.map(({ domain_name }) => domain_name)));
      const changed = changedIn(domain, changes);
      if (changed.length === 0) return adminDomainView(domain);
      Object.assign(domain, changes, { version: domain.version + 1 });
      await this.domains.save(manager, domain);
      emit(domainSaved, domainSavedData(domain));
      const user = caller.kind === 'service' ? null : { id: caller.user_id, ...by };
      const target = { kind: 'domain', id, name: domain.domain_name } as const;
      const details = { changed: changed.join(', '), ...(caller.kind === 'service' && { service: caller.service }) };
      emit(
        domainsAuditRecorded,
        auditRecord({ id: uuidv7(), action: 'domain.changed', ip: currentCall().ip, user, target, details }),
      );
      return adminDomainView(domain);
    });
  }
}

const changedIn = (domain: Domain, changes: ChangeDomain): (keyof ChangeDomain)[] =>
  (Object.keys(changes) as (keyof ChangeDomain)[]).filter(
    (field) => changes[field] !== undefined && changes[field] !== domain[field],
  );

function refuseOwn(changes: ChangeDomain, names: ReadonlySet<string>): void {
  for (const [field, url] of Object.entries(changes)) {
    const { hostname, port } = new URL(url ?? 'about:blank');
    const name = normaliseDomainName(`${hostname.replace(/\.$/, '')}${port && `:${port}`}`);
    if (name !== null && names.has(name)) throw fieldError(field, 'links.url_loop');
  }
}
