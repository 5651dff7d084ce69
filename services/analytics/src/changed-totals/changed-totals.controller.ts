import { changedTotalsRpc, type RpcInput } from '@linkway/contracts';
import { Rpc } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ChangedTotals } from './changed-totals.service.js';

@Controller()
export class ChangedTotalsController {
  constructor(private readonly totals: ChangedTotals) {}

  @Rpc(changedTotalsRpc)
  changed({ since }: RpcInput<typeof changedTotalsRpc>) {
    return this.totals.since(since);
  }
}
