import { linkUsageRpc, type RpcInput, type RpcReply } from '@linkway/contracts';
import { defineService, Rpc, serviceConfig } from '@linkway/platform';
import { Controller, Module } from '@nestjs/common';

/** Answers as redirect does: of each link that it knows to have a limit, what was used of it. */
@Controller()
export class RedirectResponder {
  readonly used = new Map<string, number>();
  asked: string[][] = [];

  @Rpc(linkUsageRpc)
  async usage({ link_ids }: RpcInput<typeof linkUsageRpc>): Promise<RpcReply<typeof linkUsageRpc>> {
    this.asked.push(link_ids);
    return { data: link_ids.flatMap((link_id) => this.of(link_id)) };
  }

  private of(link_id: string): { link_id: string; used: number }[] {
    const used = this.used.get(link_id);
    return used === undefined ? [] : [{ link_id, used }];
  }
}

@Module({ controllers: [RedirectResponder] })
class RedirectModule {}

export const redirect = defineService({ name: 'redirect', config: serviceConfig({}), module: RedirectModule });
