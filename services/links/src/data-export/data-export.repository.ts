import { DATA_EXPORT_PORTION } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Code } from '../code/code.entity.js';
import { Link } from '../link/link.entity.js';
import type { OwnedLink } from '../link/link.repository.js';
import type { QuotaUsage } from '../quota/quota.entity.js';
import type { Webhook } from '../webhook/webhook.entity.js';

export interface Appeal {
  id: string;
  link_id: string;
  text: string;
  state: string;
  answer: string;
  created_at: Date;
  decided_at: Date | null;
}

/** Rows of one workspace in the order of their keys, after a place: what is made or deleted meanwhile neither repeats nor hides another. */
@Injectable()
export class DataExportRepository {
  constructor(@InjectRepository(Link) private readonly entities: Repository<Link>) {}

  /** Whatever their state. `from`: the id of the one before. */
  links(workspaceId: string, from: string | null): Promise<OwnedLink[]> {
    return this.entities.query(
      `SELECT * FROM short_links WHERE tenant_id = $1 AND workspace_id = $1 AND ($2::uuid IS NULL OR id > $2::uuid)
       ORDER BY id LIMIT ${DATA_EXPORT_PORTION}`,
      [workspaceId, from],
    );
  }

  /** Codes that lead nowhere any more: those that lead somewhere are with their links. `from`: code and host of the one before, as JSON. */
  reservedCodes(workspaceId: string, from: string | null): Promise<Code[]> {
    const [code, host] = from === null ? [null, null] : (JSON.parse(from) as [string, string]);
    return this.entities.query(
      `SELECT code, host, link_id, updated_at FROM codes
       WHERE workspace_id = $1 AND NOT is_live AND ($2::text IS NULL OR (code, host) > ($2::text, $3::text))
       ORDER BY code, host LIMIT ${DATA_EXPORT_PORTION}`,
      [workspaceId, code, host],
    );
  }

  /** `from`: the month before. */
  months(workspaceId: string, from: string | null): Promise<QuotaUsage[]> {
    return this.entities.query(
      `SELECT month, used FROM quota_usage WHERE workspace_id = $1 AND ($2::text IS NULL OR month > $2::text)
       ORDER BY month LIMIT ${DATA_EXPORT_PORTION}`,
      [workspaceId, from],
    );
  }

  /** Against the quarantine of links. `from`: the id of the one before. */
  appeals(workspaceId: string, from: string | null): Promise<Appeal[]> {
    return this.entities.query(
      `SELECT id, link_id, text, state, answer, created_at, decided_at FROM quarantine_appeals
       WHERE workspace_id = $1 AND ($2::uuid IS NULL OR id > $2::uuid) ORDER BY id LIMIT ${DATA_EXPORT_PORTION}`,
      [workspaceId, from],
    );
  }

  /** `from`: the id of the one before. */
  webhooks(workspaceId: string, from: string | null): Promise<Webhook[]> {
    return this.entities.query(
      `SELECT id, url, description, events, bot_clicks, is_active, disabled_reason, failing_since, dropped_count, created_at, updated_at
       FROM webhooks WHERE workspace_id = $1 AND ($2::uuid IS NULL OR id > $2::uuid) ORDER BY id LIMIT ${DATA_EXPORT_PORTION}`,
      [workspaceId, from],
    );
  }
}
