import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Link, type LinkQuarantine } from '../link/link.entity.js';
import type { Transaction } from '../transaction.js';

export interface LinkPlace {
  tenant_id: string;
  id: string;
}

/** A look through all links, as far as it has come. */
export interface Look {
  version: string;
  after: LinkPlace;
}

type LookRow = { looking_version: string; after_tenant_id: string | null; after_id: string | null };

const NONE = '00000000-0000-0000-0000-000000000000';
/** Each portion makes it longer: the look of a process that was killed goes on in another after so long. */
const LEASE = "interval '30 seconds'";
/** Processes know a new entry by then, and what others were letting through when it came is there to be seen. */
const SETTLED = "interval '5 seconds'";
/** For so long at most, where more entries come all the while. */
const MOST_WAITED = "interval '30 seconds'";

@Injectable()
export class QuarantineRepository {
  constructor(@InjectRepository(Link) private readonly links: Repository<Link>) {}

  /** Locked until the transaction ends. */
  lock(manager: Transaction, { tenant_id, id }: LinkPlace): Promise<Link | null> {
    return manager.findOne(Link, { where: { tenant_id, id }, lock: { mode: 'pessimistic_write' } });
  }

  async placeOf(linkId: string, manager: Transaction = this.links.manager): Promise<LinkPlace | null> {
    const [row] = await manager.query<LinkPlace[]>(
      'SELECT tenant_id, link_id AS id FROM quarantines WHERE link_id = $1',
      [linkId],
    );
    return row ?? null;
  }

  /** What the link tells of its quarantine besides what the redirect needs: readers of events hear nothing of it. */
  async tell(manager: Transaction, { tenant_id, id }: Link, quarantine: LinkQuarantine): Promise<void> {
    await manager.query('UPDATE short_links SET quarantine = $3 WHERE tenant_id = $1 AND id = $2', [
      tenant_id,
      id,
      JSON.stringify(quarantine),
    ]);
  }

  async keep(manager: Transaction, link: Link, { since, reasons }: LinkQuarantine): Promise<void> {
    await manager.query(
      `INSERT INTO quarantines AS q (link_id, tenant_id, workspace_id, since, entry_ids) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (link_id) DO UPDATE SET tenant_id = EXCLUDED.tenant_id, workspace_id = EXCLUDED.workspace_id, entry_ids = EXCLUDED.entry_ids
         WHERE (q.tenant_id, q.entry_ids) IS DISTINCT FROM (EXCLUDED.tenant_id, EXCLUDED.entry_ids)`,
      [link.id, link.tenant_id, link.workspace_id, since, [...new Set(reasons.map(({ entry_id }) => entry_id))].sort()],
    );
  }

  /** Nothing holds any more; an appeal that is open is settled as `state` says. */
  async end(
    manager: Transaction,
    linkIds: readonly string[],
    state: 'accepted' | 'settled',
    answer = '',
    by: string | null = null,
  ): Promise<void> {
    await manager.query('DELETE FROM quarantines WHERE link_id = ANY($1::uuid[])', [linkIds]);
    await manager.query(
      `UPDATE quarantine_appeals SET state = $2, answer = $3, decided_at = now(), decided_by = $4
       WHERE link_id = ANY($1::uuid[]) AND state = 'open'`,
      [linkIds, state, answer, by],
    );
  }

  /** Ids of entries that an administrator released the link from. */
  async releasedFrom(manager: Transaction, linkId: string): Promise<ReadonlySet<string>> {
    const rows = await manager.query<{ entry_id: string }[]>(
      'SELECT entry_id FROM quarantine_releases WHERE link_id = $1',
      [linkId],
    );
    return new Set(rows.map(({ entry_id }) => entry_id));
  }

  async release(manager: Transaction, link: Link, entryIds: readonly string[], by: string | null): Promise<void> {
    await manager.query(
      `INSERT INTO quarantine_releases (link_id, entry_id, workspace_id, released_by)
       SELECT $1, entry_id, $3, $4 FROM unnest($2::uuid[]) AS given (entry_id) ON CONFLICT DO NOTHING`,
      [link.id, entryIds, link.workspace_id, by],
    );
  }

  async addAppeal(manager: Transaction, link: Link, userId: string, text: string): Promise<void> {
    await manager.query(
      `INSERT INTO quarantine_appeals (id, link_id, workspace_id, user_id, text, state) VALUES ($1, $2, $3, $4, $5, 'open')`,
      [uuidv7(), link.id, link.workspace_id, userId, text],
    );
    await manager.query('UPDATE quarantines SET appealed_at = now() WHERE link_id = $1', [link.id]);
  }

  async refuseAppeal(manager: Transaction, linkId: string, answer: string, by: string | null): Promise<void> {
    await manager.query(
      `UPDATE quarantine_appeals SET state = 'refused', answer = $2, decided_at = now(), decided_by = $3
       WHERE link_id = $1 AND state = 'open'`,
      [linkId, answer, by],
    );
    await manager.query('UPDATE quarantines SET appealed_at = NULL WHERE link_id = $1', [linkId]);
  }

  /** Those with an open appeal come first, in the order in which they were made. */
  async page(
    onlyAppealed: boolean,
    offset: number,
    limit: number,
  ): Promise<{ links: Link[]; total: number; appeals: number }> {
    const which = onlyAppealed ? 'WHERE appealed_at IS NOT NULL' : '';
    const places = await this.links.query<LinkPlace[]>(
      `SELECT tenant_id, link_id AS id FROM quarantines ${which}
       ORDER BY appealed_at NULLS LAST, since DESC, link_id LIMIT $2 OFFSET $1`,
      [offset, limit],
    );
    const [counts] = await this.links.query<{ total: number; appeals: number }[]>(
      'SELECT count(*)::int AS total, count(appealed_at)::int AS appeals FROM quarantines',
    );
    const { total = 0, appeals = 0 } = counts ?? {};
    const found = new Map((await this.allAt(places)).map((link) => [link.id, link]));
    return { links: places.flatMap(({ id }) => found.get(id) ?? []), total: onlyAppealed ? appeals : total, appeals };
  }

  async forgetRelease(manager: Transaction, { id }: Link): Promise<void> {
    await manager.query('DELETE FROM quarantine_releases WHERE link_id = $1', [id]);
  }

  /** Some that are held by entries which are on the list no more. */
  heldByRemoved(most: number): Promise<LinkPlace[]> {
    return this.links.query(
      `SELECT tenant_id, link_id AS id FROM quarantines WHERE entry_ids && (
         SELECT coalesce(array_agg(id), '{}') FROM blocked_destinations WHERE removed_at IS NOT NULL) LIMIT $1`,
      [most],
    );
  }

  /** In how many milliseconds a look is due that no other process has in hand by then; null: none is coming. */
  async lookDueMs(): Promise<number | null> {
    const [row] = await this.links.query<{ ms: number }[]>(
      `SELECT greatest(0, extract(epoch FROM greatest(leased_until,
           CASE WHEN looking_version IS NULL THEN least(added_at + ${SETTLED}, waiting_since + ${MOST_WAITED}) END) - now()) * 1000)::float8 AS ms
       FROM block_list WHERE id = 1 AND looked_version < added_version`,
    );
    return row ? Math.ceil(row.ms) : null;
  }

  /** A look that is due, and that no other process has in hand; null: there is none. */
  async takeLook(): Promise<Look | null> {
    const [rows] = await this.links.query<[LookRow[], number]>(
      `UPDATE block_list SET leased_until = now() + ${LEASE}, looking_version = coalesce(looking_version, added_version)
       WHERE id = 1 AND looked_version < added_version AND coalesce(leased_until < now(), true)
         AND (looking_version IS NOT NULL OR added_at < now() - ${SETTLED} OR waiting_since < now() - ${MOST_WAITED})
       RETURNING looking_version, after_tenant_id, after_id`,
    );
    const [row] = rows;
    if (!row) return null;
    return {
      version: row.looking_version,
      after: { tenant_id: row.after_tenant_id ?? NONE, id: row.after_id ?? NONE },
    };
  }

  /** By the primary key, so that it costs the same wherever it is. */
  portion({ after }: Look, most: number): Promise<Link[]> {
    return this.links
      .createQueryBuilder('link')
      .where('(link.tenant_id, link.id) > (CAST(:tenant AS uuid), CAST(:id AS uuid))', {
        tenant: after.tenant_id,
        id: after.id,
      })
      .orderBy('link.tenant_id')
      .addOrderBy('link.id')
      .limit(most)
      .getMany();
  }

  /** false: another process has taken the look over meanwhile. */
  async moveOn({ version, after }: Look, next: LinkPlace): Promise<boolean> {
    const [, moved] = await this.links.query<[unknown[], number]>(
      `UPDATE block_list SET after_tenant_id = $4, after_id = $5, leased_until = now() + ${LEASE}
       WHERE id = 1 AND looking_version = $1 AND coalesce(after_tenant_id, '${NONE}') = $2 AND coalesce(after_id, '${NONE}') = $3`,
      [version, after.tenant_id, after.id, next.tenant_id, next.id],
    );
    return moved > 0;
  }

  async endLook({ version }: Look): Promise<void> {
    await this.links.query(
      `UPDATE block_list SET looked_version = looking_version, looking_version = NULL, after_tenant_id = NULL, after_id = NULL, leased_until = NULL
       WHERE id = 1 AND looking_version = $1`,
      [version],
    );
  }

  async allAt(places: readonly LinkPlace[]): Promise<Link[]> {
    if (places.length === 0) return [];
    return this.links
      .createQueryBuilder('link')
      .where('(link.tenant_id, link.id) IN (SELECT * FROM unnest(CAST(:tenants AS uuid[]), CAST(:ids AS uuid[])))', {
        tenants: places.map(({ tenant_id }) => tenant_id),
        ids: places.map(({ id }) => id),
      })
      .getMany();
  }
}
