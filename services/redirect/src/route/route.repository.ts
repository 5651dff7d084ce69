import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { RouteRow } from './route.entity.js';
import type { RouteVersion } from './route-version.js';

// The older version loses whatever order they come in, so the projection may be fed from anywhere.
const UPSERT = `INSERT INTO routes (code, host, version, deleted, link_id, workspace_id, domain_name, original_url, is_active,
    password_hash, expires_at, max_clicks, device_targeting)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  ON CONFLICT (code, host) DO UPDATE SET version = excluded.version, deleted = excluded.deleted,
    link_id = excluded.link_id, workspace_id = excluded.workspace_id, domain_name = excluded.domain_name,
    original_url = excluded.original_url, is_active = excluded.is_active, password_hash = excluded.password_hash,
    expires_at = excluded.expires_at, max_clicks = excluded.max_clicks, device_targeting = excluded.device_targeting,
    updated_at = now()
  WHERE routes.version < excluded.version`;

@Injectable()
export class RouteRepository {
  constructor(@InjectRepository(RouteRow) private readonly rows: Repository<RouteRow>) {}

  /** All that is known of a code, on every host, with tombstones. */
  async findByCode(code: string): Promise<RouteVersion[]> {
    const rows = await this.rows.findBy({ code });
    return rows.map(toVersion);
  }

  /** Takes up changes in the order of their keys, so that two processes never wait for each other. */
  async apply(changes: readonly RouteVersion[], manager: EntityManager = this.rows.manager): Promise<void> {
    const ordered = [...changes].sort((a, b) => (`${a.code} ${a.host}` < `${b.code} ${b.host}` ? -1 : 1));
    for (const { code, host, version, route } of ordered) {
      await manager.query(UPSERT, [
        code,
        host,
        version,
        route === null,
        route?.link_id ?? null,
        route?.workspace_id ?? null,
        route?.domain_name ?? null,
        route?.original_url ?? null,
        route?.is_active ?? null,
        route?.password_hash ?? null,
        route?.expires_at ?? null,
        route?.max_clicks ?? null,
        route?.device_targeting ? JSON.stringify(route.device_targeting) : null,
      ]);
    }
  }
}

function toVersion(row: RouteRow): RouteVersion {
  const { code, host, version } = row;
  if (row.deleted || row.link_id === null || row.original_url === null) return { code, host, version, route: null };
  return {
    code,
    host,
    version,
    route: {
      link_id: row.link_id,
      workspace_id: row.workspace_id,
      host,
      domain_name: row.domain_name,
      code,
      original_url: row.original_url,
      is_active: row.is_active ?? false,
      password_hash: row.password_hash,
      expires_at: row.expires_at?.toISOString() ?? null,
      max_clicks: row.max_clicks,
      device_targeting: row.device_targeting,
      version,
    },
  };
}
