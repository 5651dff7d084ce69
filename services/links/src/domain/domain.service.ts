import { listActiveDomainsRpc } from '@linkway/contracts';
import { CONFIG, RpcClient } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import { fieldError } from '../field-error.js';
import type { Domain } from './domain.entity.js';
import { DomainRepository } from './domain.repository.js';
import { aliasesOf, type LinkAddress, pastedLink, shortUrl } from './domain-address.js';

@Injectable()
export class DomainService {
  private readonly aliases: ReadonlyMap<string, string>;

  constructor(
    private readonly domains: DomainRepository,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: LinksConfig,
  ) {
    this.aliases = aliasesOf(config.HOST_ALIASES);
  }

  /** The short link that a text is, by the host that links keep; null for any other text. */
  pastedLink(text: string): LinkAddress | null {
    return pastedLink(text, this.aliases);
  }

  /** The address to share. */
  shortUrl(domain: Domain | null, code: string): string {
    return shortUrl(this.config.PUBLIC_SCHEME, domain, code);
  }

  /**
   * The domain to make a link on: the one asked for, or the main one. Throws `links.domain_unavailable` for one that is
   * unknown, inactive or not free, and `links.domain_required` where there is no main domain.
   */
  async choose(id: string | undefined): Promise<Domain> {
    const domain = (await this.find(id)) ?? (await this.ask(id));
    if (domain === null && id === undefined) throw fieldError('domain_id', 'links.domain_required');
    if (!domain?.is_active || !domain.is_free) throw fieldError('domain_id', 'links.domain_unavailable');
    return domain;
  }

  private find(id: string | undefined): Promise<Domain | null> {
    return id === undefined ? this.domains.main() : this.domains.find(id);
  }

  // The event of a new domain may still be on its way, as it is for the first one of a fresh installation.
  private async ask(id: string | undefined): Promise<Domain | null> {
    const { data } = await this.rpc.call(listActiveDomainsRpc, {});
    for (const domain of data) await this.domains.save({ ...domain, version: 0 });
    return this.find(id);
  }
}
