import {
  type ApiKey,
  changeApiKeyRpc,
  changeFormerApiKeyRpc,
  createApiKeyRpc,
  createFormerApiKeyRpc,
  deleteApiKeyRpc,
  listApiKeysRpc,
  type NewApiKey,
  type RpcInput,
  type RpcReply,
  useApiKeyRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { ApiKeyService } from './api-key.service.js';

@Controller()
export class ApiKeyController {
  constructor(private readonly keys: ApiKeyService) {}

  @Rpc(listApiKeysRpc)
  list(
    _input: RpcInput<typeof listApiKeysRpc>,
    { caller }: RpcCall<typeof listApiKeysRpc>,
  ): Promise<RpcReply<typeof listApiKeysRpc>> {
    return this.keys.list(caller);
  }

  @Rpc(createApiKeyRpc)
  create(input: RpcInput<typeof createApiKeyRpc>, { caller }: RpcCall<typeof createApiKeyRpc>): Promise<NewApiKey> {
    return this.keys.create(input, caller);
  }

  @Rpc(changeApiKeyRpc)
  change(input: RpcInput<typeof changeApiKeyRpc>, { caller }: RpcCall<typeof changeApiKeyRpc>): Promise<ApiKey> {
    return this.keys.change(input, caller);
  }

  @Rpc(createFormerApiKeyRpc)
  createFormer(
    input: RpcInput<typeof createFormerApiKeyRpc>,
    { caller }: RpcCall<typeof createFormerApiKeyRpc>,
  ): Promise<NewApiKey> {
    return this.keys.create({ ...input, idempotency_key: null }, caller);
  }

  @Rpc(changeFormerApiKeyRpc)
  changeFormer(
    input: RpcInput<typeof changeFormerApiKeyRpc>,
    { caller }: RpcCall<typeof changeFormerApiKeyRpc>,
  ): Promise<ApiKey> {
    return this.keys.change(input, caller);
  }

  @Rpc(deleteApiKeyRpc)
  async delete({ id }: RpcInput<typeof deleteApiKeyRpc>, { caller }: RpcCall<typeof deleteApiKeyRpc>) {
    await this.keys.delete(id, caller);
    return {};
  }

  @Rpc(useApiKeyRpc)
  use(input: RpcInput<typeof useApiKeyRpc>): Promise<RpcReply<typeof useApiKeyRpc>> {
    return this.keys.use(input);
  }
}
