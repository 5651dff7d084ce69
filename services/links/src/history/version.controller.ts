import { compareLinkVersionRpc, listLinkVersionsRpc, type RpcInput, restoreLinkVersionRpc } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { VersionService } from './version.service.js';

@Controller()
export class VersionController {
  constructor(private readonly versions: VersionService) {}

  @Rpc(listLinkVersionsRpc)
  list(
    { id, limit, starting_after }: RpcInput<typeof listLinkVersionsRpc>,
    { caller }: RpcCall<typeof listLinkVersionsRpc>,
  ) {
    return this.versions.list(id, starting_after ?? null, limit, caller);
  }

  @Rpc(compareLinkVersionRpc)
  compare({ id, version }: RpcInput<typeof compareLinkVersionRpc>, { caller }: RpcCall<typeof compareLinkVersionRpc>) {
    return this.versions.compare(id, version, caller);
  }

  @Rpc(restoreLinkVersionRpc)
  restore(
    { id, version, idempotency_key }: RpcInput<typeof restoreLinkVersionRpc>,
    { caller }: RpcCall<typeof restoreLinkVersionRpc>,
  ) {
    return this.versions.restore(id, version, idempotency_key, caller);
  }
}
