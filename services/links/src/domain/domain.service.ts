import { listActiveDomainsRpc } from '@linkway/contracts';
import { CONFIG, fieldError, RpcClient } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
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

  /** The domain asked for, or else the workspace's, or else the main one, and those of the hosts that an active domain has; in one question. */
  async look(
    id: string | undefined,
    hosts: readonly string[],
    workspaceId: string | null,
  ): Promise<{ domain: Domain | null; own: ReadonlySet<string> }> {
    const { domain, active } = await this.domains.look(id ?? null, this.aliased(hosts), workspaceId);
    return { domain, own: this.ownAmong(hosts, active) };
  }

  /** Those of the hosts that an active domain has, be it by an alias. */
  async activeAmong(hosts: readonly string[]): Promise<ReadonlySet<string>> {
    if (hosts.length === 0) return new Set();
    return this.ownAmong(hosts, await this.domains.activeAmong(this.aliased(hosts)));
  }

  /**
   * The domain to make a link on: the one asked for, or the main one, which `known` is where it was found. Throws
   * `links.domain_unavailable` for one that is unknown, inactive or not free, and `links.domain_required` where there is no
   * main domain.
   */
  async choose(id: string | undefined, known?: Domain | null): Promise<Domain> {
    const domain = (known === undefined ? await this.find(id) : known) ?? (await this.ask(id));
    if (domain === null && id === undefined) throw fieldError('domain_id', 'links.domain_required');
    if (!domain?.is_active || !domain.is_free) throw fieldError('domain_id', 'links.domain_unavailable');
    return domain;
  }

  private aliased(hosts: readonly string[]): string[] {
    return hosts.map((host) => this.aliases.get(host) ?? host);
  }

  private ownAmong(hosts: readonly string[], active: ReadonlySet<string>): ReadonlySet<string> {
    return new Set(hosts.filter((host) => active.has(this.aliases.get(host) ?? host)));
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
