import {
  type CampaignName,
  type CampaignStatus,
  type Currency,
  DATA_EXPORT_PORTION,
  type ListCampaignsQuery,
  MOST_CAMPAIGNS,
} from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import type { ChangedBy } from '../history/changed-by.js';
import { literal } from '../link/list-sql.js';

/** What whoever makes or changes a campaign decides on; days as YYYY-MM-DD. */
export interface CampaignValues {
  name: string;
  description: string;
  status: CampaignStatus;
  start_date: string;
  end_date: string;
  target_audience: string;
  /** In minor units. */
  budget: number;
  currency: Currency;
}

export interface CampaignRow extends CampaignValues {
  workspace_id: string;
  id: string;
  user_id: string;
  created_at: Date;
  updated_at: Date;
}

/** What the links of a campaign come to. */
export interface CampaignFigures {
  links_count: number;
  clicks_count: number;
}

export type FiguredCampaign = CampaignRow & CampaignFigures;

/** A campaign as what all of them come to is made of. */
export interface CountedCampaign extends CampaignFigures, Pick<CampaignRow, 'id' | 'status' | 'budget' | 'currency'> {}

const VALUES = [
  'name',
  'description',
  'status',
  'start_date',
  'end_date',
  'target_audience',
  'budget',
  'currency',
] as const satisfies readonly (keyof CampaignValues)[];

/** A budget is within what a double holds exactly, and a day is a text: no zone moves it. */
const SHOWN = `c.workspace_id, c.id, c.user_id, c.name, c.description, c.status, c.start_date::text AS start_date, c.end_date::text AS end_date,
  c.target_audience, c.budget::float8 AS budget, c.currency, c.created_at, c.updated_at`;

/** Of a link, and the copy of its clicks where it has some. */
const WITH_CLICKS = 'short_links AS l LEFT JOIN link_clicks AS k ON k.workspace_id = l.tenant_id AND k.link_id = l.id';
const FIGURES = 'count(*)::int AS links_count, coalesce(sum(k.clicks), 0)::float8 AS clicks_count';

const ORDERS: Readonly<Record<ListCampaignsQuery['sort'], string>> = {
  newest: 'created_at DESC, id DESC',
  oldest: 'created_at, id',
  name: 'links_folded(name), id',
  most_clicks: 'clicks_count DESC, created_at DESC, id DESC',
};

/** What `LIKE` finds a name by; null: all are wanted. */
const patternOf = (search: string | undefined): string | null => (search ? `%${literal(search)}%` : null);

/** Campaigns of a workspace; nothing is read or written without one. Those that were deleted are known to `CampaignClearing` alone. */
@Injectable()
export class CampaignRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** All of them, by one pass through their links. */
  counted(workspaceId: string): Promise<CountedCampaign[]> {
    return this.database.query(
      `SELECT c.id, c.status, c.budget::float8 AS budget, c.currency,
         coalesce(links_count, 0) AS links_count, coalesce(clicks_count, 0) AS clicks_count
       FROM campaigns AS c LEFT JOIN (
         SELECT l.campaign_id, ${FIGURES} FROM ${WITH_CLICKS}
         WHERE l.tenant_id = $1 AND l.campaign_id IS NOT NULL GROUP BY l.campaign_id) AS figures ON figures.campaign_id = c.id
       WHERE c.workspace_id = $1 AND c.deleted_at IS NULL`,
      [workspaceId],
    );
  }

  /** A page of them with the figures that were counted, and how many there are in all. */
  async page(
    workspaceId: string,
    { page, limit, search, status, sort }: ListCampaignsQuery,
    counted: readonly CountedCampaign[],
  ): Promise<{ campaigns: FiguredCampaign[]; total: number }> {
    const wanted = `FROM campaigns AS c LEFT JOIN unnest($4::uuid[], $5::integer[], $6::float8[]) AS figures (id, links, clicks) USING (id)
      WHERE c.workspace_id = $1 AND c.deleted_at IS NULL AND ($2::text IS NULL OR c.status = $2)
        AND ($3::text IS NULL OR links_folded(c.name) LIKE links_folded($3))`;
    const rows = await this.database.query<(FiguredCampaign & { total: number })[]>(
      `SELECT * FROM (SELECT count(*)::int AS total ${wanted}) AS of_all LEFT JOIN (
         SELECT ${SHOWN}, coalesce(links, 0) AS links_count, coalesce(clicks, 0) AS clicks_count ${wanted}
         ORDER BY ${ORDERS[sort]} OFFSET $7 LIMIT $8) AS page ON true
       ORDER BY ${ORDERS[sort]}`,
      [
        workspaceId,
        status ?? null,
        patternOf(search),
        counted.map(({ id }) => id),
        counted.map(({ links_count }) => links_count),
        counted.map(({ clicks_count }) => clicks_count),
        (page - 1) * limit,
        limit,
      ],
    );
    const campaigns = rows.filter(({ id }) => id !== null).map(({ total: _total, ...campaign }) => campaign);
    return { campaigns, total: rows[0]?.total ?? 0 };
  }

  /** Nothing of their links is read. */
  names(
    workspaceId: string,
    { search, ids, limit }: { search?: string; ids?: string[]; limit: number },
  ): Promise<CampaignName[]> {
    return this.database.query(
      `SELECT c.id, c.name, c.status FROM campaigns AS c
       WHERE c.workspace_id = $1 AND c.deleted_at IS NULL AND ($2::text IS NULL OR links_folded(c.name) LIKE links_folded($2))
         AND ($3::uuid[] IS NULL OR c.id = ANY ($3))
       ORDER BY ${ORDERS.newest} LIMIT $4`,
      [workspaceId, patternOf(search), ids ?? null, limit],
    );
  }

  async find(workspaceId: string, id: string): Promise<FiguredCampaign | null> {
    const [row] = await this.database.query<FiguredCampaign[]>(
      `SELECT ${SHOWN}, figures.* FROM campaigns AS c CROSS JOIN (
         SELECT ${FIGURES} FROM ${WITH_CLICKS} WHERE l.tenant_id = $1 AND l.campaign_id = $2) AS figures
       WHERE c.workspace_id = $1 AND c.id = $2 AND c.deleted_at IS NULL`,
      [workspaceId, id],
    );
    return row ?? null;
  }

  async isThere(workspaceId: string, id: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      'SELECT FROM campaigns WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL',
      [workspaceId, id],
    );
    return rows.length > 0;
  }

  /** Those who begin campaigns of a workspace do so one after the other: so their number does not go beyond what it may be. */
  async takeTurn(workspaceId: string, manager: EntityManager): Promise<void> {
    await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('linkway.links.campaigns ' || $1, 0))", [
      workspaceId,
    ]);
  }

  async isFull(workspaceId: string, manager: EntityManager): Promise<boolean> {
    const [row] = await manager.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM campaigns WHERE workspace_id = $1 AND deleted_at IS NULL',
      [workspaceId],
    );
    return (row?.count ?? 0) >= MOST_CAMPAIGNS;
  }

  async add(
    { workspace_id, id, user_id, ...values }: CampaignValues & Pick<CampaignRow, 'workspace_id' | 'id' | 'user_id'>,
    manager: EntityManager,
  ): Promise<CampaignRow> {
    const [row] = await manager.query<CampaignRow[]>(
      `INSERT INTO campaigns AS c (workspace_id, id, user_id, ${VALUES.join(', ')})
       VALUES ($1, $2, $3, ${VALUES.map((_, n) => `$${n + 4}`).join(', ')}) RETURNING ${SHOWN}`,
      [workspace_id, id, user_id, ...VALUES.map((name) => values[name])],
    );
    if (!row) throw new Error('a campaign was not written');
    return row;
  }

  /** Changes one as it is in that very moment; what `next` throws undoes nothing, as nothing is done. False: it is not there. */
  change(workspaceId: string, id: string, next: (former: CampaignValues) => CampaignValues): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const [former] = await manager.query<CampaignRow[]>(
        `SELECT ${SHOWN} FROM campaigns AS c WHERE c.workspace_id = $1 AND c.id = $2 AND c.deleted_at IS NULL FOR NO KEY UPDATE`,
        [workspaceId, id],
      );
      if (!former) return false;
      const values = next(former);
      await manager.query(
        `UPDATE campaigns SET ${VALUES.map((name, n) => `${name} = $${n + 3}`).join(', ')}, updated_at = now()
         WHERE workspace_id = $1 AND id = $2`,
        [workspaceId, id, ...VALUES.map((name) => values[name])],
      );
      return true;
    });
  }

  /** Nobody sees it any more. False: it was not there. */
  async markDeleted(workspaceId: string, id: string, by: ChangedBy | null): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `UPDATE campaigns SET deleted_at = now(), deleted_by = $3, name = '', description = '', target_audience = ''
       WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL`,
      [workspaceId, id, by && JSON.stringify(by)],
    );
    return count > 0;
  }

  /** `from`: the id of the one before. */
  exported(workspaceId: string, from: string | null): Promise<CampaignRow[]> {
    return this.database.query(
      `SELECT ${SHOWN} FROM campaigns AS c WHERE c.workspace_id = $1 AND c.deleted_at IS NULL AND ($2::uuid IS NULL OR c.id > $2::uuid)
       ORDER BY c.id LIMIT ${DATA_EXPORT_PORTION}`,
      [workspaceId, from],
    );
  }
}
