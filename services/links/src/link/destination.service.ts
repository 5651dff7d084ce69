import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { kindOfHost } from '../address/private-host.js';
import type { LinksConfig } from '../config.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { aliasesOf, hostOf } from '../domain/domain-address.js';
import { checkDestinations, type Destinations, hostsOf, type OwnLoopback, portOf } from './destination.js';

const ELSEWHERE: OwnLoopback = { ports: new Set(), holdsApp: false };

@Injectable()
export class DestinationService {
  private readonly aliases: ReadonlyMap<string, string>;
  private readonly appHosts: ReadonlySet<string>;

  constructor(
    private readonly domains: DomainRepository,
    @Inject(CONFIG) private readonly config: LinksConfig,
  ) {
    this.aliases = aliasesOf(config.HOST_ALIASES);
    this.appHosts = new Set(config.APP_HOSTS.map((domain_name) => hostOf({ domain_name })));
  }

  /**
   * Refuses destinations that must not be shortened; a guest's may not lead to this machine at all. Throws AppError
   * `links.url_*` with the field.
   */
  async check(request: Destinations, by: 'user' | 'guest'): Promise<void> {
    const hosts = hostsOf(request);
    checkDestinations(request, {
      allowLoopback: this.config.ALLOW_LOOPBACK_DESTINATIONS && by === 'user',
      ownHosts: await this.ownAmong(hosts),
      appHosts: this.appHosts,
      ownLoopback: hosts.some((host) => kindOfHost(host) === 'loopback') ? await this.ownLoopback() : ELSEWHERE,
    });
  }

  private async ownAmong(hosts: string[]): Promise<Set<string>> {
    // Loopback has many names, and other programs beside us: there the port tells.
    const named = hosts.filter((host) => kindOfHost(host) !== 'loopback');
    if (named.length === 0) return new Set();
    const active = await this.domains.activeAmong(named.map((host) => this.aliases.get(host) ?? host));
    return new Set(named.filter((host) => active.has(this.aliases.get(host) ?? host)));
  }

  private async ownLoopback(): Promise<OwnLoopback> {
    const names = await this.domains.activeOnLoopback();
    const own = names.map((name) => new URL(`${this.config.PUBLIC_SCHEME}://${name}`));
    return {
      ports: new Set([...own.map(portOf), ...this.config.OWN_PORTS]),
      holdsApp: own.length > 0 && this.appHosts.size === 0,
    };
  }
}
