import { type RpcInput, type RpcReply, reportMaliciousLinksRpc } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { MaliciousLinkService } from './malicious-link.service.js';

@Controller()
export class MaliciousLinkController {
  constructor(private readonly links: MaliciousLinkService) {}

  @Rpc(reportMaliciousLinksRpc)
  async report(report: RpcInput<typeof reportMaliciousLinksRpc>): Promise<RpcReply<typeof reportMaliciousLinksRpc>> {
    await this.links.report(report);
    return {};
  }
}
