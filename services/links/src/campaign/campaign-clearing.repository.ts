import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { type ChangedBy, noteAuthor } from '../history/changed-by.js';

export interface DeletedCampaign {
  workspace_id: string;
  id: string;
  deleted_by: ChangedBy | null;
}

/** Whoever saw the campaign before it was deleted has long been answered. */
const LOOKED_AT = "interval '1 hour'";
const HAS_LINKS = 'EXISTS (SELECT FROM short_links AS l WHERE l.tenant_id = c.workspace_id AND l.campaign_id = c.id)';

/** Links that say they are in a campaign that was deleted. */
@Injectable()
export class CampaignClearingRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Deleted campaigns with links, the oldest first. */
  withLinks(limit: number): Promise<DeletedCampaign[]> {
    return this.database.query(
      `SELECT workspace_id, id, deleted_by FROM campaigns AS c WHERE deleted_at IS NOT NULL AND ${HAS_LINKS} ORDER BY deleted_at, id LIMIT $1`,
      [limit],
    );
  }

  /**
   * Takes some links out; how many. Nothing else of a link changes, no event tells of it. One that somebody changes at this moment is
   * left to the next round, so this waits for nobody and nobody for long.
   */
  clear({ workspace_id, id, deleted_by }: DeletedCampaign, most: number): Promise<number> {
    return this.database.transaction(async (manager) => {
      await noteAuthor(manager, deleted_by);
      const [, count] = await manager.query<[unknown[], number]>(
        `UPDATE short_links SET campaign_id = NULL, version = version + 1, updated_at = now()
         WHERE tenant_id = $1 AND id = ANY (ARRAY(
           SELECT id FROM short_links WHERE tenant_id = $1 AND campaign_id = $2 LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED))`,
        [workspace_id, id, most],
      );
      return count;
    });
  }

  /** Forgets those that no link has been in for long. */
  async forget(): Promise<void> {
    await this.database.query(
      `DELETE FROM campaigns AS c WHERE deleted_at < now() - ${LOOKED_AT} AND NOT ${HAS_LINKS}`,
    );
  }
}
