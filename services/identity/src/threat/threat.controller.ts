import {
  blockThreatRpc,
  getSecurityStatisticsRpc,
  listThreatsRpc,
  type RpcInput,
  updateThreatRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { StatisticsService } from './statistics.service.js';
import { ThreatService } from './threat.service.js';

@Controller()
export class ThreatController {
  constructor(
    private readonly threats: ThreatService,
    private readonly statistics: StatisticsService,
  ) {}

  @Rpc(listThreatsRpc)
  list(query: RpcInput<typeof listThreatsRpc>) {
    return this.threats.page(query);
  }

  @Rpc(updateThreatRpc)
  update({ id, status }: RpcInput<typeof updateThreatRpc>, { caller }: RpcCall<typeof updateThreatRpc>) {
    return this.threats.update(id, status, caller);
  }

  @Rpc(blockThreatRpc)
  block({ id, expires_at, ip }: RpcInput<typeof blockThreatRpc>, { caller }: RpcCall<typeof blockThreatRpc>) {
    return this.threats.block(id, expires_at, ip, caller);
  }

  @Rpc(getSecurityStatisticsRpc)
  statisticsOf({ period }: RpcInput<typeof getSecurityStatisticsRpc>) {
    return this.statistics.of(period);
  }
}
