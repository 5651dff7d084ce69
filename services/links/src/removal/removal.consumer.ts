import { type EventData, userDeleted } from '@linkway/contracts';
import { type EventMeta, Inbox, OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { RemovalRepository } from './removal.repository.js';
import { WorkspaceRemover } from './workspace-remover.js';

/** Notes that a workspace is to be removed; that itself takes longer than an event may. */
@Controller()
export class RemovalConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly removals: RemovalRepository,
    private readonly remover: WorkspaceRemover,
  ) {}

  @OnEvent(userDeleted)
  async deleted({ workspace_id, deleted_at }: EventData<typeof userDeleted>, meta: EventMeta): Promise<void> {
    await this.inbox.once(meta, (manager) => this.removals.add(workspace_id, new Date(deleted_at), manager));
    this.remover.wake();
  }
}
