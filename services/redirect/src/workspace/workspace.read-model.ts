import {
  type AccountState,
  accountStandingRangeRpc,
  accountStandingVersionsRpc,
  type RowKey,
} from '@linkway/contracts';
import { type Mend, type ReadModel, ReadModels, type Row } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { WorkspaceRow } from './workspace.entity.js';
import { WorkspaceRepository } from './workspace.repository.js';
import { WorkspaceFollower } from './workspace-follower.js';

type Standing = Pick<AccountState, 'status' | 'own_visits'>;

/** Compares the workspaces that are shut, or have privacy mode, with the accounts of identity. */
@Injectable()
export class WorkspaceReadModel implements ReadModel<Standing>, OnModuleInit {
  readonly name = 'workspaces';
  readonly owner = 'identity';
  readonly fields = ['status', 'own_visits'] as const;
  readonly range = accountStandingRangeRpc;
  readonly versions = accountStandingVersionsRpc;

  constructor(
    private readonly workspaces: WorkspaceRepository,
    private readonly follower: WorkspaceFollower,
    private readonly models: ReadModels,
  ) {}

  onModuleInit(): void {
    this.models.register(this);
  }

  async page(after: RowKey | null, limit: number): Promise<Row<Standing>[]> {
    return (await this.workspaces.page(after?.[0] ?? null, limit)).map(rowOf);
  }

  async read(keys: readonly RowKey[]): Promise<Row<Standing>[]> {
    return (await this.workspaces.findAll(keys.flatMap(([id]) => id ?? []))).map(rowOf);
  }

  async mend(mends: readonly Mend<Standing>[]): Promise<Mend<Standing>[]> {
    const written: Mend<Standing>[] = [];
    for (const one of mends) if (await this.write(one)) written.push(one);
    if (written.length > 0) await this.follower.refresh();
    return written;
  }

  /** Of one that its owner does not know nothing is shut or private; the row stays, as its version is told to whoever comes late. */
  private write({ key: [workspace_id = ''], held, version, content }: Mend<Standing>): Promise<boolean> {
    const { status = 'active', own_visits = null } = content ?? {};
    return this.workspaces.apply({ workspace_id, status, own_visits, version: version || (held ?? 0) }, held);
  }
}

/** An active one without more to say is as one that is gone. */
const rowOf = ({ workspace_id, status, own_visits, version }: WorkspaceRow): Row<Standing> => ({
  key: [workspace_id],
  version,
  content: status === 'active' && own_visits === null ? null : { status: status as AccountState['status'], own_visits },
});
