import { claimLinksRpc, getGuestLinksRpc, type RpcInput } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ClaimService } from './claim.service.js';

@Controller()
export class ClaimController {
  constructor(private readonly claims: ClaimService) {}

  @Rpc(claimLinksRpc)
  claim({ device_id, link_ids }: RpcInput<typeof claimLinksRpc>, { caller }: RpcCall<typeof claimLinksRpc>) {
    return this.claims.claim(device_id, link_ids, caller);
  }

  @Rpc(getGuestLinksRpc)
  async ofDevice({ device_id, ids }: RpcInput<typeof getGuestLinksRpc>) {
    return { data: await this.claims.ofDevice(device_id, ids) };
  }
}
