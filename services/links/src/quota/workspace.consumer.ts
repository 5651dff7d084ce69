import { type EventData, userRegistered } from '@linkway/contracts';
import { OnEvent } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { QuotaRepository } from './quota.repository.js';

/** Keeps the workspaces' limits. An event carries its version, so it may come twice or late. */
@Controller()
export class WorkspaceConsumer {
  constructor(private readonly quotas: QuotaRepository) {}

  @OnEvent(userRegistered)
  async registered(event: EventData<typeof userRegistered>): Promise<void> {
    const { workspace_id, monthly_links_limit, version } = event;
    await this.quotas.saveWorkspace({ workspace_id, monthly_links_limit, version });
  }
}
