import { LINK_VERSIONS_KEPT, LINK_VERSIONS_KEPT_DAYS, MOST_LINK_VERSIONS } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ChangedBy } from './changed-by.js';

/** By column, as it was and as it became; of a secret whether there was one. */
export type Changed = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
/** The columns of a link as JSON, with whether there is a password in place of its hash. */
export type State = Readonly<Record<string, unknown>>;

export interface VersionRow {
  number: number;
  at: Date;
  done_by: ChangedBy | null;
  changed: Changed;
  /** Of the link before it. */
  former_version: number;
}

export interface StateAt {
  now: State;
  /** What was otherwise, as it was; null: nothing. */
  former: State | null;
  /** Of the oldest change and of the newest; null: there is none. */
  first: number | null;
  last: number | null;
}

export interface LinkKey {
  workspace_id: string;
  link_id: string;
}
const BEFORE_ALL: LinkKey = {
  workspace_id: '00000000-0000-0000-0000-000000000000',
  link_id: '00000000-0000-0000-0000-000000000000',
};

/** What was changed of links. It is written by a trigger on them, and by nothing else. */
@Injectable()
export class VersionRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The newest first. */
  list(workspaceId: string, linkId: string, below: number | null, limit: number): Promise<VersionRow[]> {
    return this.database.query(
      `SELECT number, at, done_by, changed, former_version FROM link_versions
       WHERE workspace_id = $1 AND link_id = $2 AND ($3::integer IS NULL OR number < $3) ORDER BY number DESC LIMIT $4`,
      [workspaceId, linkId, below, limit],
    );
  }

  /** How a link is, and how it was after a change, as of one moment; null: it is gone. */
  async at(workspaceId: string, linkId: string, number: number): Promise<StateAt | null> {
    const [row] = await this.database.query<StateAt[]>(
      `SELECT to_jsonb(l) || jsonb_build_object('password_hash', l.password_hash IS NOT NULL) AS now, later.former, kept.first, kept.last
       FROM short_links AS l
       CROSS JOIN LATERAL (
         SELECT min(v.number) AS first, max(v.number) AS last FROM link_versions AS v WHERE v.workspace_id = $1 AND v.link_id = $2) AS kept
       CROSS JOIN LATERAL (
         SELECT jsonb_object_agg(oldest.key, oldest.before) AS former FROM (
           SELECT DISTINCT ON (c.key) c.key, c.value -> 0 AS before
           FROM link_versions AS v CROSS JOIN LATERAL jsonb_each(v.changed) AS c
           WHERE v.workspace_id = $1 AND v.link_id = $2 AND v.number > $3 ORDER BY c.key, v.number) AS oldest) AS later
       WHERE l.tenant_id = $1 AND l.workspace_id = $1 AND l.id = $2`,
      [workspaceId, linkId, number],
    );
    return row ?? null;
  }

  /** Of a workspace in the order of their keys. `from`: link and number of the one before. */
  export(
    workspaceId: string,
    from: readonly [string, number] | null,
    limit: number,
  ): Promise<(VersionRow & { link_id: string })[]> {
    return this.database.query(
      `SELECT link_id, number, at, done_by, changed, former_version FROM link_versions
       WHERE workspace_id = $1 AND ($2::uuid IS NULL OR (link_id, number) > ($2::uuid, $3::integer)) ORDER BY link_id, number LIMIT $4`,
      [workspaceId, from?.[0] ?? null, from?.[1] ?? null, limit],
    );
  }

  /** Links that have had more changes than are kept in any case, after one. */
  async long(after: LinkKey | null, limit: number): Promise<LinkKey[]> {
    const { workspace_id, link_id } = after ?? BEFORE_ALL;
    return this.database.query(
      `SELECT DISTINCT workspace_id, link_id FROM link_versions
       WHERE number > ${LINK_VERSIONS_KEPT} AND (workspace_id, link_id) > ($1, $2) ORDER BY workspace_id, link_id LIMIT $3`,
      [workspace_id, link_id, limit],
    );
  }

  /** Forgets what is too old, and too many; how many. */
  async forget({ workspace_id, link_id }: LinkKey): Promise<number> {
    const [, forgotten] = await this.database.query<[unknown[], number]>(
      `DELETE FROM link_versions AS v USING (
         SELECT max(number) AS last FROM link_versions WHERE workspace_id = $1 AND link_id = $2) AS kept
       WHERE v.workspace_id = $1 AND v.link_id = $2 AND (v.number <= kept.last - ${MOST_LINK_VERSIONS}
         OR v.number <= kept.last - ${LINK_VERSIONS_KEPT} AND v.at < now() - interval '${LINK_VERSIONS_KEPT_DAYS} days')`,
      [workspace_id, link_id],
    );
    return forgotten;
  }
}
