import { claimClicksRpc, type RpcInput } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ClaimedClicks } from './claimed-clicks.js';

@Controller()
export class ClaimController {
  constructor(private readonly clicks: ClaimedClicks) {}

  @Rpc(claimClicksRpc)
  async claim({ links }: RpcInput<typeof claimClicksRpc>) {
    let clicks = 0;
    for (const { link_id, workspace_id, created_at } of links) {
      clicks += await this.clicks.copy({
        linkId: link_id,
        workspaceId: workspace_id,
        createdAt: new Date(created_at),
      });
    }
    return { clicks };
  }
}
