import {
  addPushBrowserRpc,
  getPushRpc,
  type PushBrowser,
  type PushState,
  type RpcInput,
  removePushBrowserRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { PushService } from './push.service.js';

@Controller()
export class PushController {
  constructor(private readonly push: PushService) {}

  @Rpc(getPushRpc)
  get(_input: RpcInput<typeof getPushRpc>, { caller }: RpcCall<typeof getPushRpc>): Promise<PushState> {
    return this.push.get(caller);
  }

  @Rpc(addPushBrowserRpc)
  add(input: RpcInput<typeof addPushBrowserRpc>, { caller }: RpcCall<typeof addPushBrowserRpc>): Promise<PushBrowser> {
    return this.push.add(input, caller);
  }

  @Rpc(removePushBrowserRpc)
  async remove(
    { id }: RpcInput<typeof removePushBrowserRpc>,
    { caller }: RpcCall<typeof removePushBrowserRpc>,
  ): Promise<Record<string, never>> {
    await this.push.remove(id, caller);
    return {};
  }
}
