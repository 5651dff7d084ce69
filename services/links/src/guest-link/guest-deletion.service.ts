import { auditRecord, type Caller, linkDeleted, linksAuditRecorded } from '@linkway/contracts';
import { AppError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { actBy } from '../block-list/block-list.service.js';
import { CodeService } from '../code/code.service.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { DomainService } from '../domain/domain.service.js';
import { LinkRepository } from '../link/link.repository.js';
import { GuestDeletionRepository } from './guest-deletion.repository.js';

/** Deletes a guest's link for an administrator. */
@Injectable()
export class GuestDeletionService {
  constructor(
    private readonly outbox: Outbox,
    private readonly rows: GuestDeletionRepository,
    private readonly links: LinkRepository,
    private readonly codes: CodeService,
    private readonly domains: DomainRepository,
    private readonly addresses: DomainService,
  ) {}

  /** Its code stays reserved. Throws `links.not_found`, for a link of a workspace, too. */
  delete(id: string, caller: Caller): Promise<void> {
    return this.outbox.transaction(async (manager, emit) => {
      const link = await this.rows.lock(id, manager);
      if (!link) throw new AppError('links.not_found');
      const domain = await this.domains.findOf(link, manager);
      const key = await this.codes.release(manager, { host: link.host, code: link.short_code }, id);
      await this.links.delete(manager, link);
      emit(linkDeleted, { link_id: id, workspace_id: null, key });
      const name = this.addresses.shortUrl(domain, link.short_code).replace(/^https?:\/\//, '');
      const target = { kind: 'link', id, name } as const;
      emit(linksAuditRecorded, auditRecord({ ...actBy(caller), action: 'guest_links.deleted', target }));
    });
  }
}
