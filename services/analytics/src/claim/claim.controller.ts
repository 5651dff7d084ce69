import { claimClicksRpc, type RpcInput } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ClickSignals } from '../ingest/click-signals.js';
import { ClaimedClicks } from './claimed-clicks.js';

@Controller()
export class ClaimController {
  constructor(
    private readonly clicks: ClaimedClicks,
    private readonly signals: ClickSignals,
  ) {}

  @Rpc(claimClicksRpc)
  async claim({ links }: RpcInput<typeof claimClicksRpc>) {
    let clicks = 0;
    for (const { link_id, workspace_id, created_at } of links) {
      const copied = await this.clicks.copy({
        linkId: link_id,
        workspaceId: workspace_id,
        createdAt: new Date(created_at),
      });
      if (copied > 0) this.signals.changed([{ workspace_id, link_id }]);
      clicks += copied;
    }
    return { clicks };
  }
}
