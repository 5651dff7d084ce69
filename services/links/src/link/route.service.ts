import type { Route } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { CodeRepository } from '../code/code.repository.js';
import { DomainRepository } from '../domain/domain.repository.js';
import { routeOf } from './link.mapper.js';
import { LinkRepository } from './link.repository.js';

@Injectable()
export class RouteService {
  constructor(
    private readonly codes: CodeRepository,
    private readonly links: LinkRepository,
    private readonly domains: DomainRepository,
  ) {}

  /** Every route of a code, on any host. */
  async resolve(code: string): Promise<Route[]> {
    const routes: Route[] = [];
    // Codes before links: a change in between makes a route newer than its version says, and the next event repeats it.
    // The other way round an old route would carry the new version, and would never be put right.
    for (const { host, version, workspace_id, link_id } of await this.codes.live(code)) {
      const link = await this.links.find(workspace_id ?? link_id, link_id);
      if (link === null || link.host !== host || link.short_code !== code) continue;
      const domain = link.selected_domain_id === null ? null : await this.domains.find(link.selected_domain_id);
      routes.push(routeOf(link, domain, { host, code, version }));
    }
    return routes;
  }
}
