import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { Link } from './link.entity.js';

/** A place in the order of an index: after it the walk goes on. */
export interface Place {
  host: string;
  id: string;
}

/** Links of a domain by the host that they stand under, or by the one that they were kept from: from a place up to a host. */
export interface Stretch {
  by: 'host' | 'kept_from';
  after: Place;
  /** null: to the end. */
  below: string | null;
}

export interface Found extends Place {
  tenant_id: string;
}

const LOWEST = { host: '', id: '00000000-0000-0000-0000-000000000000' };
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Everything that is not at a host: two stretches instead of <>, so that the index passes by what is there. */
export const allBut = (by: Stretch['by'], host: string): Stretch[] => [
  { by, after: LOWEST, below: host },
  { by, after: { host, id: HIGHEST_ID }, below: null },
];

export const allOf = (by: Stretch['by']): Stretch[] => [{ by, after: LOWEST, below: null }];

/** As the indexes `short_links_standing` and `short_links_kept` have them. */
const WHICH = { host: 'kept_from IS NULL', kept_from: 'kept_from IS NOT NULL' };

/** What the move of a domain's links reads and marks. */
@Injectable()
export class MoveRepository {
  constructor(@InjectRepository(Link) private readonly links: Repository<Link>) {}

  /** The next links of a stretch. However many there are, it reads no more than these; it locks nothing. */
  find(domainId: string, { by, after, below }: Stretch, limit: number): Promise<Found[]> {
    return this.links.query(
      `SELECT tenant_id, id, ${by} AS host FROM short_links
       WHERE selected_domain_id = $1 AND ${WHICH[by]} AND (${by}, id) > ($2, $3) ${below === null ? '' : `AND ${by} < $5`}
       ORDER BY ${by}, id LIMIT $4`,
      [domainId, after.host, after.id, limit, ...(below === null ? [] : [below])],
    );
  }

  /** Whether the transaction moves this domain's links alone; without waiting for whoever does. */
  async isAlone(manager: EntityManager, domainId: string): Promise<boolean> {
    const [row]: { alone: boolean }[] = await manager.query(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS alone',
      [`links-move ${domainId}`],
    );
    return row?.alone ?? false;
  }

  /** Those that are still the domain's, locked; the ones that somebody changes now are left out. A tenant at a time, as shards have them. */
  async lock(manager: EntityManager, domainId: string, found: readonly Found[]): Promise<Link[]> {
    const ids = new Map<string, string[]>();
    for (const { tenant_id, id } of found) ids.set(tenant_id, [...(ids.get(tenant_id) ?? []), id]);
    const locked: Link[] = [];
    for (const [tenant_id, ofTenant] of ids) {
      const links = await manager.find(Link, {
        where: { tenant_id, id: In(ofTenant), selected_domain_id: domainId },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
      });
      locked.push(...links);
    }
    return locked;
  }

  /** Remembers that a link was kept from a host; null: it is where it belongs. */
  async mark(manager: EntityManager, { tenant_id, id }: Link, host: string | null): Promise<void> {
    await manager.update(Link, { tenant_id, id }, { kept_from: host });
  }
}
