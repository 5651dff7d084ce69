import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, MoreThan, type Repository } from 'typeorm';
import { Domain } from './domain.entity.js';

const SEED_LOCK = "hashtextextended('linkway.domains.seed', 0)";

@Injectable()
export class DomainRepository {
  constructor(@InjectRepository(Domain) private readonly domains: Repository<Domain>) {}

  listActive(): Promise<Domain[]> {
    return this.domains.find({ where: { is_active: true }, order: { sort_order: 'ASC', domain_name: 'ASC' } });
  }

  listAll(): Promise<Domain[]> {
    return this.domains.find({ order: { sort_order: 'ASC', domain_name: 'ASC' } });
  }

  /** In order of id, after the given one. */
  page(afterId: string | null, limit: number): Promise<Domain[]> {
    return this.domains.find({
      where: afterId === null ? {} : { id: MoreThan(afterId) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  findAll(ids: string[]): Promise<Domain[]> {
    return this.domains.findBy({ id: In(ids) });
  }

  /** Every domain, locked until the transaction ends, so that two processes starting at once seed one after the other. */
  async lockAll(manager: EntityManager): Promise<Domain[]> {
    await manager.query(`SELECT pg_advisory_xact_lock(${SEED_LOCK})`);
    return manager.find(Domain, { order: { sort_order: 'ASC', domain_name: 'ASC' } });
  }

  async save(manager: EntityManager, domain: Domain): Promise<void> {
    await manager.save(domain);
  }
}
