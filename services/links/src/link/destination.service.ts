import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { addressesOf, checkDestinations, type Destinations } from './destination.js';

@Injectable()
export class DestinationService {
  constructor(
    private readonly domains: DomainRepository,
    @Inject(CONFIG) private readonly config: LinksConfig,
  ) {}

  /** Refuses destinations that must not be shortened. Throws AppError `links.url_*` with the field. */
  async check(request: Destinations): Promise<void> {
    const addresses = addressesOf(request);
    checkDestinations(request, {
      allowLoopback: this.config.ALLOW_LOOPBACK_DESTINATIONS,
      ownHosts: addresses.length === 0 ? new Set() : await this.domains.activeAmong(addresses),
    });
  }
}
