import { domainRangeRpc, type domainSaved, domainVersionsRpc, type EventData, type RowKey } from '@linkway/contracts';
import { type Mend, type ReadModel, ReadModels, type Row } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LinkMover } from '../link/link.mover.js';
import type { Domain } from './domain.entity.js';
import { DomainRepository } from './domain.repository.js';
import { isDomainName } from './domain-address.js';

type Saved = EventData<typeof domainSaved>;

/** Compares the domains that links knows with those of their owner. */
@Injectable()
export class DomainReadModel implements ReadModel<Saved>, OnModuleInit {
  readonly name = 'domains';
  readonly owner = 'domains';
  readonly fields = ['domain_name', 'is_active', 'is_free', 'sort_order'] as const;
  readonly range = domainRangeRpc;
  readonly versions = domainVersionsRpc;

  constructor(
    private readonly domains: DomainRepository,
    private readonly mover: LinkMover,
    private readonly models: ReadModels,
  ) {}

  onModuleInit(): void {
    this.models.register(this);
  }

  async page(after: RowKey | null, limit: number): Promise<Row<Saved>[]> {
    return (await this.domains.page(after?.[0] ?? null, limit)).map(rowOf);
  }

  async read(keys: readonly RowKey[]): Promise<Row<Saved>[]> {
    const found = await this.domains.findAll(keys.flatMap(([id]) => id ?? []));
    return [...found.values()].map(rowOf);
  }

  async mend(mends: readonly Mend<Saved>[]): Promise<Mend<Saved>[]> {
    const written: Mend<Saved>[] = [];
    for (const one of mends) if (await this.write(one)) written.push(one);
    if (written.length > 0) this.mover.wake(written.flatMap(({ key: [id] }) => id ?? []));
    return written;
  }

  private async write({ key: [id = ''], held, content }: Mend<Saved>): Promise<boolean> {
    if (content === null) return held !== null && this.domains.remove(id, held);
    if (!isDomainName(content.domain_name)) return false;
    const { domain_id: _, ...state } = content;
    return this.domains.save({ id, ...state }, held);
  }
}

const rowOf = ({ id, ...state }: Domain): Row<Saved> => ({
  key: [id],
  version: state.version,
  content: { domain_id: id, ...state },
});
