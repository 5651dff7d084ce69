import {
  cancelScheduledChangeRpc,
  listScheduledChangesRpc,
  type RpcInput,
  scheduleLinkChangeRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { MaliciousLinks } from '../malicious-link/malicious-links.js';
import { ScheduledChangeService } from './scheduled-change.service.js';

@Controller()
export class ScheduledChangeController {
  constructor(
    private readonly scheduled: ScheduledChangeService,
    private readonly malicious: MaliciousLinks,
  ) {}

  @Rpc(listScheduledChangesRpc)
  list(
    { id, language }: RpcInput<typeof listScheduledChangesRpc>,
    { caller }: RpcCall<typeof listScheduledChangesRpc>,
  ) {
    return this.scheduled.list(id, caller, language);
  }

  @Rpc(scheduleLinkChangeRpc)
  plan(
    { id, scheduled, idempotency_key }: RpcInput<typeof scheduleLinkChangeRpc>,
    { caller }: RpcCall<typeof scheduleLinkChangeRpc>,
  ) {
    return this.malicious.ofAccount(caller, () => this.scheduled.plan(id, scheduled, idempotency_key, caller));
  }

  @Rpc(cancelScheduledChangeRpc)
  async cancel(
    { id, change_id }: RpcInput<typeof cancelScheduledChangeRpc>,
    { caller }: RpcCall<typeof cancelScheduledChangeRpc>,
  ) {
    await this.scheduled.cancel(id, change_id, caller);
    return {};
  }
}
