import {
  changeUtmTemplateRpc,
  createUtmTemplateRpc,
  deleteUtmTemplateRpc,
  listUtmTemplatesRpc,
  type RpcInput,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { UtmTemplateService } from './utm-template.service.js';

@Controller()
export class UtmTemplateController {
  constructor(private readonly templates: UtmTemplateService) {}

  @Rpc(listUtmTemplatesRpc)
  list(_: RpcInput<typeof listUtmTemplatesRpc>, { caller }: RpcCall<typeof listUtmTemplatesRpc>) {
    return this.templates.list(caller);
  }

  @Rpc(createUtmTemplateRpc)
  create(input: RpcInput<typeof createUtmTemplateRpc>, { caller }: RpcCall<typeof createUtmTemplateRpc>) {
    return this.templates.create(input, caller);
  }

  @Rpc(changeUtmTemplateRpc)
  change(input: RpcInput<typeof changeUtmTemplateRpc>, { caller }: RpcCall<typeof changeUtmTemplateRpc>) {
    return this.templates.change(input, caller);
  }

  @Rpc(deleteUtmTemplateRpc)
  async delete({ id }: RpcInput<typeof deleteUtmTemplateRpc>, { caller }: RpcCall<typeof deleteUtmTemplateRpc>) {
    await this.templates.delete(id, caller);
    return {};
  }
}
