import type { CheckedDestination, checkDestinationRpc, MemberCaller, RpcInput } from '@linkway/contracts';
import { Admission, CONFIG, Outbox } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import { QuotaService } from '../quota/quota.service.js';
import { SiteService } from '../site/site.service.js';
import { LinkPreparation } from './link.preparation.js';
import { reachOf, requireWithin } from './reach.js';

/** People wait for these; others have the places meanwhile. */
const CHECKS = { atOnce: 16, queued: 32 };

/** Looks at a destination before there is a link to it. */
@Injectable()
export class DestinationCheckService {
  private readonly places = new Admission(CHECKS);

  constructor(
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly preparation: LinkPreparation,
    private readonly quotas: QuotaService,
    private readonly sites: SiteService,
    private readonly outbox: Outbox,
  ) {}

  /** Throws `links.url_*`, `links.domain_*`, `links.changes_exceeded`, `service.busy`, `auth.outside_key_scope`. */
  async check(
    { url, domain_id }: RpcInput<typeof checkDestinationRpc>,
    caller: MemberCaller,
  ): Promise<CheckedDestination> {
    const reach = reachOf(caller);
    const domain = await this.preparation.checkNew({ url, ...(domain_id && { domain_id }) }, caller.workspace_id);
    requireWithin(reach, domain.id);
    // Counted before it is asked for: nobody has others asked for nothing.
    await this.outbox.transaction((manager) => this.quotas.takeChange(manager, reach.workspaceId));
    const within = `${this.config.PUBLIC_SCHEME}://${domain.domain_name}`;
    return this.places.run(() => this.sites.check(url, within), reach.workspaceId);
  }
}
