import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { Link } from './link.entity.js';
import type { Reach } from './reach.js';

/** A link that a workspace owns, as opposed to a guest's. */
export type OwnedLink = Link & { workspace_id: string; user_id: string };

/** Every question carries the tenant, so a link of another workspace is not there; nor is one of another domain for a key that has some. */
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

  findOwned(reach: Reach, id: string, manager: EntityManager = this.links.manager): Promise<OwnedLink | null> {
    return owned(manager.findOneBy(Link, { ...within(reach), id }));
  }

  /** The same, locked until the transaction ends: changes of one link follow each other. */
  lockOwned(manager: EntityManager, reach: Reach, id: string): Promise<OwnedLink | null> {
    return owned(manager.findOne(Link, { where: { ...within(reach), id }, lock: { mode: 'pessimistic_write' } }));
  }

  findAllOwned(reach: Reach, ids: string[]): Promise<OwnedLink[]> {
    return this.links.findBy({ ...within(reach), id: In(ids) }) as Promise<OwnedLink[]>;
  }
}

const within = ({ workspaceId, domainIds }: Reach) => ({
  tenant_id: workspaceId,
  workspace_id: workspaceId,
  ...(domainIds && { selected_domain_id: In(domainIds) }),
});

const owned = (link: Promise<Link | null>): Promise<OwnedLink | null> => link as Promise<OwnedLink | null>;
