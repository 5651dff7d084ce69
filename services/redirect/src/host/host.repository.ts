import { type VersionedTable, versionedUpsert } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, type Repository } from 'typeorm';
import { HostRow } from './host.entity.js';

const TABLE: VersionedTable<HostRow, 'domain_id'> = {
  table: 'hosts',
  key: ['domain_id'],
  columns: ['host', 'domain_name', 'is_active', 'version'],
};

@Injectable()
export class HostRepository {
  constructor(@InjectRepository(HostRow) private readonly rows: Repository<HostRow>) {}

  all(): Promise<HostRow[]> {
    return this.rows.find();
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
