import { CONFIG, kindOfHost } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { BlockList } from '../block-list/block-list.js';
import type { LinksConfig } from '../config.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { hostOf } from '../domain/domain-address.js';
import {
  checkDestinations,
  type Destinations,
  destinationsOf,
  hostsOf,
  type OwnLoopback,
  portOf,
} from './destination.js';

const ELSEWHERE: OwnLoopback = { ports: new Set(), holdsApp: false };

@Injectable()
export class DestinationService {
  private readonly appHosts: ReadonlySet<string>;

  constructor(
    private readonly domains: DomainRepository,
    private readonly blockList: BlockList,
    @Inject(CONFIG) private readonly config: LinksConfig,
  ) {
    this.appHosts = new Set(config.APP_HOSTS.map((domain_name) => hostOf({ domain_name })));
  }

  /** Hosts that may be a domain of the platform. Loopback has many names, and other programs beside us: there the port tells. */
  namedHosts(request: Destinations): string[] {
    return hostsOf(request).filter((host) => kindOfHost(host) !== 'loopback');
  }

  /**
   * Refuses destinations that must not be shortened; a guest's may not lead to this machine at all. `ownHosts`: those of the
   * named ones that an active domain has. `before`: the link that it changes, whose own addresses were let through once: what the block list
   * says of these the link's quarantine says. Throws AppError `links.url_*` with the field.
   */
  async check(
    request: Destinations,
    by: 'user' | 'guest',
    ownHosts: ReadonlySet<string>,
    before: Destinations = {},
  ): Promise<void> {
    checkDestinations(request, {
      allowLoopback: this.config.ALLOW_LOOPBACK_DESTINATIONS && by === 'user',
      ownHosts,
      appHosts: this.appHosts,
      ownLoopback: hostsOf(request).some((host) => kindOfHost(host) === 'loopback')
        ? await this.ownLoopback()
        : ELSEWHERE,
    });
    await this.blockList.known();
    const had = new Set(destinationsOf(before).map(([, url]) => url));
    this.blockList.requireAllowed(destinationsOf(request).filter(([, url]) => !had.has(url)));
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
