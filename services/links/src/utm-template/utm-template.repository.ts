import { CAMPAIGN, type CampaignParameter, DATA_EXPORT_PORTION, MOST_UTM_TEMPLATES } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';

export type UtmValues = Record<CampaignParameter, string>;

export interface UtmTemplateRow extends UtmValues {
  id: string;
  name: string;
  created_at: Date;
  updated_at: Date;
}

export type UtmTemplateChange = Partial<UtmValues> & { name?: string | undefined };

const SHOWN = `id, name, ${CAMPAIGN.join(', ')}, created_at, updated_at`;

/** By which names are the same: as people write them, in whatever case. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** Templates of a workspace; nothing is read or written without one. */
@Injectable()
export class UtmTemplateRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  list(workspaceId: string): Promise<UtmTemplateRow[]> {
    return this.database.query(
      `SELECT ${SHOWN} FROM utm_templates WHERE workspace_id = $1 ORDER BY name_key LIMIT ${MOST_UTM_TEMPLATES}`,
      [workspaceId],
    );
  }

  /** `from`: the id of the one before. */
  exported(workspaceId: string, from: string | null): Promise<UtmTemplateRow[]> {
    return this.database.query(
      `SELECT ${SHOWN} FROM utm_templates WHERE workspace_id = $1 AND ($2::uuid IS NULL OR id > $2::uuid) ORDER BY id LIMIT ${DATA_EXPORT_PORTION}`,
      [workspaceId, from],
    );
  }

  inTurn<T>(workspaceId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await this.takeTurn(workspaceId, manager);
      return work(manager);
    });
  }

  /** Those who write templates of a workspace do so one after the other: so neither a name nor their number goes beyond what it may be. */
  async takeTurn(workspaceId: string, manager: EntityManager): Promise<void> {
    await manager.query("SELECT pg_advisory_xact_lock(hashtextextended('linkway.links.utm-templates ' || $1, 0))", [
      workspaceId,
    ]);
  }

  async find(workspaceId: string, id: string, manager: EntityManager): Promise<UtmTemplateRow | null> {
    const [row] = await manager.query<UtmTemplateRow[]>(
      `SELECT ${SHOWN} FROM utm_templates WHERE workspace_id = $1 AND id = $2`,
      [workspaceId, id],
    );
    return row ?? null;
  }

  async named(workspaceId: string, name: string, manager: EntityManager): Promise<UtmTemplateRow | null> {
    const [row] = await manager.query<UtmTemplateRow[]>(
      `SELECT ${SHOWN} FROM utm_templates WHERE workspace_id = $1 AND name_key = $2`,
      [workspaceId, nameKey(name)],
    );
    return row ?? null;
  }

  async count(workspaceId: string, manager: EntityManager): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(
      'SELECT count(*)::int AS count FROM utm_templates WHERE workspace_id = $1',
      [workspaceId],
    );
    return row?.count ?? 0;
  }

  /** As it is from now on. */
  async put(
    workspaceId: string,
    { id, name, ...values }: UtmValues & { id: string; name: string },
    manager: EntityManager,
  ): Promise<UtmTemplateRow> {
    const [row] = await manager.query<UtmTemplateRow[]>(
      `INSERT INTO utm_templates (workspace_id, id, name, name_key, ${CAMPAIGN.join(', ')})
       VALUES ($1, $2, $3, $4, ${CAMPAIGN.map((_, n) => `$${n + 5}`).join(', ')})
       ON CONFLICT (workspace_id, id) DO UPDATE SET name = EXCLUDED.name, name_key = EXCLUDED.name_key,
         ${CAMPAIGN.map((parameter) => `${parameter} = EXCLUDED.${parameter}`).join(', ')}, updated_at = now()
       RETURNING ${SHOWN}`,
      [workspaceId, id, name, nameKey(name), ...CAMPAIGN.map((parameter) => values[parameter])],
    );
    if (!row) throw new Error('a template was not written');
    return row;
  }

  /** False: it was not there. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const [, count] = await this.database.query<[unknown[], number]>(
      'DELETE FROM utm_templates WHERE workspace_id = $1 AND id = $2',
      [workspaceId, id],
    );
    return count > 0;
  }
}
