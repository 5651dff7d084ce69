import {
  domainRangeRpc,
  type domainSaved,
  domainVersionsRpc,
  type EventData,
  type RpcInput,
  republishDomainsRpc,
} from '@linkway/contracts';
import { Republisher, type Row, Rpc, rangeReply, versionsReply } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import type { Domain } from './domain.entity.js';
import { DomainRepository } from './domain.repository.js';
import { domainSavedData } from './domain.view.js';

/** Answers whoever keeps a copy of the domains: links and the redirect. */
@Controller()
export class DomainCopyController {
  constructor(
    private readonly domains: DomainRepository,
    private readonly republisher: Republisher,
  ) {}

  @Rpc(domainRangeRpc)
  async range({ after, limit, fields }: RpcInput<typeof domainRangeRpc>) {
    return rangeReply((await this.domains.page(after?.[0] ?? null, limit)).map(rowOf), fields);
  }

  @Rpc(domainVersionsRpc)
  async versions(input: RpcInput<typeof domainVersionsRpc>) {
    const domains = await this.domains.findAll(input.keys.flatMap(({ key: [id] }) => id ?? []));
    return versionsReply(input, domains.map(rowOf));
  }

  @Rpc(republishDomainsRpc)
  republish(input: RpcInput<typeof republishDomainsRpc>) {
    return this.republisher.handle(input);
  }
}

const rowOf = (domain: Domain): Row<EventData<typeof domainSaved>> => ({
  key: [domain.id],
  version: domain.version,
  content: domainSavedData(domain),
});
