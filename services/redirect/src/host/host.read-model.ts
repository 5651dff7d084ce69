import { domainRangeRpc, type domainSaved, domainVersionsRpc, type EventData, type RowKey } from '@linkway/contracts';
import { type Mend, type ReadModel, ReadModels, type Row } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { HostRow } from './host.entity.js';
import { HostRepository } from './host.repository.js';
import { normalizeHost } from './host-book.js';
import { HostFollower } from './host-follower.js';

type Name = Pick<EventData<typeof domainSaved>, 'domain_name' | 'is_active' | 'addresses'>;

/** Compares the hosts with the domains of their owner. */
@Injectable()
export class HostReadModel implements ReadModel<Name>, OnModuleInit {
  readonly name = 'hosts';
  readonly owner = 'domains';
  readonly fields = ['domain_name', 'is_active', 'addresses'] as const;
  readonly range = domainRangeRpc;
  readonly versions = domainVersionsRpc;

  constructor(
    private readonly hosts: HostRepository,
    private readonly follower: HostFollower,
    private readonly models: ReadModels,
  ) {}

  onModuleInit(): void {
    this.models.register(this);
  }

  async page(after: RowKey | null, limit: number): Promise<Row<Name>[]> {
    return (await this.hosts.page(after?.[0] ?? null, limit)).map(rowOf);
  }

  async read(keys: readonly RowKey[]): Promise<Row<Name>[]> {
    return (await this.hosts.findAll(keys.flatMap(([id]) => id ?? []))).map(rowOf);
  }

  async mend(mends: readonly Mend<Name>[]): Promise<Mend<Name>[]> {
    const written: Mend<Name>[] = [];
    for (const one of mends) if (await this.write(one)) written.push(one);
    if (written.length > 0) await this.follower.refresh();
    return written;
  }

  private async write({ key: [domain_id = ''], held, version, content }: Mend<Name>): Promise<boolean> {
    if (content === null) return held !== null && this.hosts.remove(domain_id, held);
    const { domain_name, is_active, addresses = null } = content;
    const host = normalizeHost(domain_name);
    return this.hosts.apply({ domain_id, host, domain_name, is_active, version, addresses }, held);
  }
}

const rowOf = ({ domain_id, domain_name, is_active, version, addresses }: HostRow): Row<Name> => ({
  key: [domain_id],
  version,
  content: { domain_name, is_active, addresses },
});
