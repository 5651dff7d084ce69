import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { HostRow } from './host.entity.js';

@Injectable()
export class HostRepository {
  constructor(@InjectRepository(HostRow) private readonly rows: Repository<HostRow>) {}

  all(): Promise<HostRow[]> {
    return this.rows.find();
  }

  async apply(row: HostRow, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO hosts (domain_id, host, domain_name, is_active, version) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (domain_id) DO UPDATE SET host = excluded.host, domain_name = excluded.domain_name,
         is_active = excluded.is_active, version = excluded.version
       WHERE hosts.version < excluded.version`,
      [row.domain_id, row.host, row.domain_name, row.is_active, row.version],
    );
  }
}
