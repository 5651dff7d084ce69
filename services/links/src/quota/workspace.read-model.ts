import {
  accountRangeRpc,
  accountVersionsRpc,
  type EventData,
  type RowKey,
  type userRegistered,
} from '@linkway/contracts';
import { type Mend, type ReadModel, ReadModels, type Row } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Workspace } from './quota.entity.js';
import { QuotaRepository } from './quota.repository.js';

type Limit = Pick<EventData<typeof userRegistered>, 'monthly_links_limit'>;

/** Compares the workspaces' limits that links knows with the accounts of identity. */
@Injectable()
export class WorkspaceReadModel implements ReadModel<Limit>, OnModuleInit {
  readonly name = 'workspaces';
  readonly owner = 'identity';
  readonly fields = ['monthly_links_limit'] as const;
  readonly range = accountRangeRpc;
  readonly versions = accountVersionsRpc;

  constructor(
    private readonly quotas: QuotaRepository,
    private readonly models: ReadModels,
  ) {}

  onModuleInit(): void {
    this.models.register(this);
  }

  async page(after: RowKey | null, limit: number): Promise<Row<Limit>[]> {
    return (await this.quotas.workspacePage(after?.[0] ?? null, limit)).map(rowOf);
  }

  async read(keys: readonly RowKey[]): Promise<Row<Limit>[]> {
    return (await this.quotas.workspacesOf(keys.flatMap(([id]) => id ?? []))).map(rowOf);
  }

  async mend(mends: readonly Mend<Limit>[]): Promise<Mend<Limit>[]> {
    const written: Mend<Limit>[] = [];
    for (const one of mends) if (await this.write(one)) written.push(one);
    return written;
  }

  private async write({ key: [workspace_id = ''], held, version, content }: Mend<Limit>): Promise<boolean> {
    if (content === null) return held !== null && this.quotas.removeWorkspace(workspace_id, held);
    return this.quotas.saveWorkspace({ workspace_id, version, monthly_links_limit: content.monthly_links_limit }, held);
  }
}

const rowOf = ({ workspace_id, version, monthly_links_limit }: Workspace): Row<Limit> => ({
  key: [workspace_id],
  version,
  content: { monthly_links_limit },
});
