import { listTagsRpc, type RpcInput } from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { TagService } from './tag.service.js';

@Controller()
export class TagController {
  constructor(private readonly tags: TagService) {}

  @Rpc(listTagsRpc)
  list(_: RpcInput<typeof listTagsRpc>, { caller }: RpcCall<typeof listTagsRpc>) {
    return this.tags.list(caller.workspace_id);
  }
}
