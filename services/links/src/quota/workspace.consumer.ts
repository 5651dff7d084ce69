import { type EventData, userChanged, userRegistered } from '@linkway/contracts';
import { type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { QuotaRepository } from './quota.repository.js';
import { type Told, workspaceOf } from './told-workspace.js';

/** Keeps the workspaces' limits and settings. An event carries its version, so it may come late; it counts once, as its owner may have taken it back. */
@Controller()
export class WorkspaceConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly quotas: QuotaRepository,
  ) {}

  @OnEvent(userChanged)
  async changed({ account }: EventData<typeof userChanged>, meta: EventMeta): Promise<void> {
    if (account) await this.save(account, meta);
  }

  @OnEvent(userRegistered)
  async registered(event: EventData<typeof userRegistered>, meta: EventMeta): Promise<void> {
    await this.save(event, meta);
  }

  private async save(account: Told, meta: EventMeta): Promise<void> {
    await this.inbox.once(meta, async (manager) => {
      await this.quotas.saveWorkspace(workspaceOf(account), null, manager);
    });
  }
}
