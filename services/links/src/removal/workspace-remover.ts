import { setTimeout as delay } from 'node:timers/promises';
import { linkDeleted } from '@linkway/contracts';
import { AppLogger, Metrics, Outbox, type Periodic, periodic } from '@linkway/platform';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { DeletedWorkspace } from './deleted-workspace.entity.js';
import { RemovalRepository } from './removal.repository.js';

const EVERY_MS = 30_000;
const BATCH = 100;
const CODES_AT_ONCE = 1_000;
const FULL_PAUSE_MS = 500;

/**
 * Removes what workspaces had whose account is gone: their links a hundred at a time, each told as any deletion is, so that nothing waits
 * behind a million of them. What is left to do is read from the tables: after a kill another process goes on.
 */
@Injectable()
export class WorkspaceRemover implements OnApplicationBootstrap, OnModuleDestroy {
  private rounds: Periodic | null = null;
  private stopping = false;
  private readonly removed;

  constructor(
    private readonly removals: RemovalRepository,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    this.removed = metrics.counter('links_of_deleted_accounts_total', 'Links that were removed with their account');
  }

  onApplicationBootstrap(): void {
    this.rounds = periodic(EVERY_MS, () => this.next(), { name: 'removing deleted workspaces', logger: this.logger });
    void this.rounds.now();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.rounds?.stop();
  }

  /** An account is gone. */
  wake(): void {
    void this.rounds?.now();
  }

  /** One that is due; 0: there may be more. */
  async next(): Promise<0 | undefined> {
    const workspace = await this.removals.take();
    if (!workspace) return undefined;
    await this.removals.removeWebhooks(workspace.workspace_id);
    const links = await this.removeLinks(workspace);
    if (this.stopping) return undefined;
    while ((await this.removals.disownCodes(workspace.workspace_id, CODES_AT_ONCE)) > 0)
      await this.removals.keep(workspace);
    await this.removals.removeRest(workspace.workspace_id);
    await this.removals.settle(workspace);
    if (links > 0) this.logger.info('the links of a deleted account are removed', { links });
    return 0;
  }

  private async removeLinks(workspace: DeletedWorkspace): Promise<number> {
    for (let sum = 0; ; ) {
      // What others change meanwhile must not leave after all of these.
      while (!this.stopping && (await this.outbox.isFull())) await delay(FULL_PAUSE_MS);
      if (this.stopping) return sum;
      const count = await this.removeSome(workspace.workspace_id);
      if (count === 0) return sum;
      sum += count;
      await this.removals.keep(workspace);
    }
  }

  private async removeSome(workspace_id: string): Promise<number> {
    const removed = await this.outbox.transaction(async (manager, emit) => {
      const { count, told } = await this.removals.removeLinks(workspace_id, BATCH, manager);
      for (const { link_id, ...key } of told) emit(linkDeleted, { link_id, workspace_id, key });
      return count;
    });
    this.removed.inc(removed);
    return removed;
  }
}
