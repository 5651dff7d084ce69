import { type EventData, userChanged } from '@linkway/contracts';
import { type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { WorkspaceRepository } from './workspace.repository.js';

/** Projects the standing of accounts, which is that of their workspaces, and their privacy mode. */
@Controller()
export class WorkspaceConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly workspaces: WorkspaceRepository,
  ) {}

  /** Also of one that is active: what comes later and was before must not shut it. */
  @OnEvent(userChanged)
  async changed({ account }: EventData<typeof userChanged>, meta: EventMeta): Promise<void> {
    if (!account) return;
    const { workspace_id, status, own_visits: told, version } = account;
    await this.inbox.once(meta, async (manager) => {
      // A former release does not say: what was before stays.
      const own_visits = told === undefined ? await this.workspaces.ownVisitsOf(workspace_id, manager) : told;
      await this.workspaces.apply({ workspace_id, status, own_visits, version }, null, manager);
    });
  }
}
