import { accountRangeRpc, accountVersionsRpc, type RowKey } from '@linkway/contracts';
import { type Mend, type ReadModel, ReadModels, type Row } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Workspace } from './quota.entity.js';
import { QuotaRepository } from './quota.repository.js';
import { type Told, workspaceOf } from './told-workspace.js';

type Content = Omit<Told, 'workspace_id' | 'version'>;

/** Compares the workspaces' limits and settings that links knows with the accounts of identity. */
@Injectable()
export class WorkspaceReadModel implements ReadModel<Content>, OnModuleInit {
  readonly name = 'workspaces';
  readonly owner = 'identity';
  readonly fields = ['subscription_type', 'monthly_links_limit', 'default_domain', 'auto_delete_links_since'] as const;
  readonly range = accountRangeRpc;
  readonly versions = accountVersionsRpc;

  constructor(
    private readonly quotas: QuotaRepository,
    private readonly models: ReadModels,
  ) {}

  onModuleInit(): void {
    this.models.register(this);
  }

  async page(after: RowKey | null, limit: number): Promise<Row<Content>[]> {
    return (await this.quotas.workspacePage(after?.[0] ?? null, limit)).map(rowOf);
  }

  async read(keys: readonly RowKey[]): Promise<Row<Content>[]> {
    return (await this.quotas.workspacesOf(keys.flatMap(([id]) => id ?? []))).map(rowOf);
  }

  async mend(mends: readonly Mend<Content>[]): Promise<Mend<Content>[]> {
    const written: Mend<Content>[] = [];
    for (const one of mends) if (await this.write(one)) written.push(one);
    return written;
  }

  private async write({ key: [workspace_id = ''], held, version, content }: Mend<Content>): Promise<boolean> {
    if (content === null) return held !== null && this.quotas.removeWorkspace(workspace_id, held);
    return this.quotas.saveWorkspace(workspaceOf({ ...content, workspace_id, version }), held);
  }
}

const rowOf = ({ workspace_id, version, auto_delete_links_since, ...kept }: Workspace): Row<Content> => ({
  key: [workspace_id],
  version,
  content: {
    // null differs from all that its owner may say, and is mended.
    subscription_type: kept.subscription_type as Content['subscription_type'],
    monthly_links_limit: kept.monthly_links_limit,
    default_domain: kept.default_domain,
    auto_delete_links_since: auto_delete_links_since?.toISOString() ?? null,
  },
});
