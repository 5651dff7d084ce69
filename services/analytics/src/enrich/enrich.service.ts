import type { Click } from '@linkway/contracts';
import { CONFIG } from '@linkway/platform';
import { agentOf, kindOf } from '@linkway/platform/visitor';
import { Inject, Injectable } from '@nestjs/common';
import type { AnalyticsConfig } from '../config.js';
import { GeoService } from '../place/geo.service.js';
import { type ClickRow, NO_ID, toClickHouseTime } from '../store/click.row.js';
import { languageOf, queryOf, referrerHost, utmOf } from './source.js';
import { VisitorHash } from './visitor-hash.js';

const MAX_USER_AGENT = 512;
/** Longer ones are not read to their end: what is kept of them is at most 200 characters. */
const MAX_REFERER = 2_048;
const MAX_QUERY = 4_096;

/** Works out what a click means. The address ends here: the row does not have it. */
@Injectable()
export class EnrichService {
  private readonly visitors: VisitorHash;

  constructor(
    private readonly geo: GeoService,
    @Inject(CONFIG) config: AnalyticsConfig,
  ) {
    this.visitors = new VisitorHash(config.VISITOR_SECRET);
  }

  async enrich(click: Click): Promise<ClickRow> {
    const workspaceId = (click.workspace_id ?? NO_ID).toLowerCase();
    const verdict = kindOf({ userAgent: click.user_agent, purpose: click.purpose, method: click.method });
    // One form of the instant: a contract may allow others, and the day of the visitor hash is read from it.
    const clickedAt = new Date(click.clicked_at).toISOString();
    return {
      event_id: click.event_id.toLowerCase(),
      clicked_at: toClickHouseTime(clickedAt),
      workspace_id: workspaceId,
      link_id: click.link_id.toLowerCase(),
      code: click.code,
      host: click.host,
      ...(await this.geo.locate(click.ip)),
      ...agentOf(click.user_agent),
      referer: referrerHost(click.referer.slice(0, MAX_REFERER), click.host),
      ...utmOf(click.query.slice(0, MAX_QUERY), click.destination_utm ?? queryOf(click.destination ?? '')),
      language: languageOf(click.accept_language),
      visitor: this.visitors.of({ clickedAt, workspaceId, ip: click.ip, userAgent: click.user_agent }),
      signed_in: click.signed_in,
      kind: verdict.kind,
      kind_reason: verdict.reason,
      rule: click.rule,
      user_agent: click.user_agent.slice(0, MAX_USER_AGENT).toWellFormed(),
    };
  }
}
