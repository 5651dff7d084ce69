import { getInboxMailRpc, listInboxMailsRpc, type RpcInput } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { InboxService } from './inbox.service.js';

@Controller()
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Rpc(listInboxMailsRpc)
  list({ page, limit }: RpcInput<typeof listInboxMailsRpc>) {
    return this.inbox.list(page, limit);
  }

  @Rpc(getInboxMailRpc)
  get({ id }: RpcInput<typeof getInboxMailRpc>, { caller }: RpcCall<typeof getInboxMailRpc>) {
    return this.inbox.get(id, caller);
  }
}
