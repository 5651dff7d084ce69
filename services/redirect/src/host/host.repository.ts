import { type VersionedTable, versionedUpsert } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, type Repository } from 'typeorm';
import { HostRow } from './host.entity.js';
import type { Domain } from './host-book.js';

const TABLE: VersionedTable<HostRow, 'domain_id'> = {
  table: 'hosts',
  key: ['domain_id'],
  columns: ['host', 'domain_name', 'is_active', 'version', 'addresses'],
};

/** A change may be committed some time after its moment, and the book may leave one to an event for two minutes. */
const AGAIN = '5 minutes';

export interface HostChanges {
  /** The moment of the answer, as PostgreSQL tells it. */
  now: string;
  changed: Domain[];
  removed: string[];
}

@Injectable()
export class HostRepository {
  constructor(@InjectRepository(HostRow) private readonly rows: Repository<HostRow>) {}

  /** What changed since a moment that an earlier answer told, or everything; for a while a change is told again. */
  async changes(since: string | null): Promise<HostChanges> {
    const [answer]: [{ now: string; changed: Domain[] | null; removed: string[] | null }] = await this.rows.query(
      `SELECT now()::text AS now,
         (SELECT json_agg(json_build_object('domain_id', domain_id, 'host', host, 'is_active', is_active, 'version', version,
            'addresses', addresses))
          FROM hosts WHERE $1::timestamptz IS NULL OR changed_at > $1::timestamptz - $2::interval) AS changed,
         (SELECT json_agg(domain_id) FROM removed_hosts WHERE changed_at > $1::timestamptz - $2::interval) AS removed`,
      [since, AGAIN],
    );
    return { now: answer.now, changed: answer.changed ?? [], removed: answer.removed ?? [] };
  }

  page(afterId: string | null, limit: number): Promise<HostRow[]> {
    return this.rows.find({
      where: afterId === null ? {} : { domain_id: MoreThan(afterId) },
      order: { domain_id: 'ASC' },
      take: limit,
    });
  }

  findAll(ids: string[]): Promise<HostRow[]> {
    return this.rows.findBy({ domain_id: In(ids) });
  }

  /**
   * Takes over the state of a domain unless a newer one is known; false: there was nothing to change. The same version
   * overwrites what differs. Version `held`, too, gives way to whatever the owner has instead.
   */
  async apply(row: HostRow, held: number | null = null, manager: EntityManager = this.rows.manager): Promise<boolean> {
    return (await versionedUpsert(manager, TABLE, [row], held)).length > 0;
  }

  /** Forgets a domain that its owner does not have, unless more has been heard of it since. */
  async remove(id: string, version: number): Promise<boolean> {
    const { affected } = await this.rows.delete({ domain_id: id, version });
    return (affected ?? 0) > 0;
  }
}
