import { ANY_HOST, type ListLinksQuery } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository, type SelectQueryBuilder } from 'typeorm';
import type { LinkAddress } from '../domain/domain-address.js';
import { Link } from './link.entity.js';

/** A link that a workspace owns, as opposed to a guest's. */
export type OwnedLink = Link & { workspace_id: string; user_id: string };

/** Every question carries the tenant, so a link of another workspace is not there. */
@Injectable()
export class LinkRepository {
  constructor(@InjectRepository(Link) private readonly links: Repository<Link>) {}

  async insert(manager: EntityManager, link: Link): Promise<void> {
    await manager.insert(Link, link);
  }

  async update(manager: EntityManager, link: Link): Promise<void> {
    await manager.update(Link, { tenant_id: link.tenant_id, id: link.id }, link);
  }

  async delete(manager: EntityManager, link: Link): Promise<void> {
    await manager.delete(Link, { tenant_id: link.tenant_id, id: link.id });
  }

  find(tenantId: string, id: string): Promise<Link | null> {
    return this.links.findOneBy({ tenant_id: tenantId, id });
  }

  findOwned(workspaceId: string, id: string): Promise<OwnedLink | null> {
    return owned(this.links.findOneBy({ tenant_id: workspaceId, workspace_id: workspaceId, id }));
  }

  /** The same, locked until the transaction ends: changes of one link follow each other. */
  lockOwned(manager: EntityManager, workspaceId: string, id: string): Promise<OwnedLink | null> {
    return owned(
      manager.findOne(Link, {
        where: { tenant_id: workspaceId, workspace_id: workspaceId, id },
        lock: { mode: 'pessimistic_write' },
      }),
    );
  }

  /** Links of a domain that are still at another host than its own, locked; those that somebody changes now are left out. */
  lockMisplaced(
    manager: EntityManager,
    domain: { id: string; host: string },
    afterId: string,
    limit: number,
  ): Promise<Link[]> {
    return (
      manager
        .createQueryBuilder(Link, 'l')
        // Two ranges instead of <>, so that the index finds the few among many.
        .where('l.selected_domain_id = :id AND (l.host < :host OR l.host > :host)', domain)
        .andWhere('l.id > :afterId', { afterId })
        .orderBy('l.id')
        .limit(limit)
        .setLock('pessimistic_write')
        .setOnLocked('skip_locked')
        .getMany()
    );
  }

  findAllOwned(workspaceId: string, ids: string[]): Promise<OwnedLink[]> {
    return this.links.findBy({ tenant_id: workspaceId, workspace_id: workspaceId, id: In(ids) }) as Promise<
      OwnedLink[]
    >;
  }

  count(workspaceId: string): Promise<number> {
    return this.links.countBy({ tenant_id: workspaceId, workspace_id: workspaceId });
  }

  /** `address`: the short link that is searched for, where the text is one. */
  async page(
    workspaceId: string,
    query: ListLinksQuery,
    address: LinkAddress | null,
  ): Promise<{ links: OwnedLink[]; total: number }> {
    const direction = query.sort === 'oldest' ? 'ASC' : 'DESC';
    const [links, total] = await this.matching(workspaceId, query, address)
      .orderBy('l.created_at', direction)
      .addOrderBy('l.id', direction)
      .offset((query.page - 1) * query.limit)
      .limit(query.limit)
      .getManyAndCount();
    return { links: links as OwnedLink[], total };
  }

  private matching(
    workspaceId: string,
    { search, status }: ListLinksQuery,
    address: LinkAddress | null,
  ): SelectQueryBuilder<Link> {
    const matching = this.links
      .createQueryBuilder('l')
      .where('l.tenant_id = :workspaceId AND l.workspace_id = :workspaceId', { workspaceId });
    if (status) matching.andWhere('l.is_active = :active', { active: status === 'active' });
    if (search) {
      const here = address && 'OR (l.host IN (:...hosts) AND l.short_code ILIKE :start)';
      matching.andWhere(
        `(l.short_code ILIKE :pattern OR l.original_url ILIKE :pattern OR l.title ILIKE :pattern ${here ?? ''})`,
        {
          pattern: `%${literal(search)}%`,
          ...(address && { hosts: [address.host, ANY_HOST], start: `${literal(address.code)}%` }),
        },
      );
    }
    return matching;
  }
}

/** A text as itself in a pattern of LIKE. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const owned = (link: Promise<Link | null>): Promise<OwnedLink | null> => link as Promise<OwnedLink | null>;
