import {
  getMailTemplateRpc,
  listMailTemplatesRpc,
  previewMailTemplateRpc,
  type RpcInput,
  resetMailTemplateRpc,
  updateMailTemplateRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { MailTemplates } from './mail-templates.service.js';

@Controller()
export class MailTemplatesController {
  constructor(private readonly templates: MailTemplates) {}

  @Rpc(listMailTemplatesRpc)
  async list() {
    return { data: await this.templates.list() };
  }

  @Rpc(getMailTemplateRpc)
  get({ name }: RpcInput<typeof getMailTemplateRpc>) {
    return this.templates.get(name);
  }

  @Rpc(updateMailTemplateRpc)
  update(
    { name, language, ...text }: RpcInput<typeof updateMailTemplateRpc>,
    { caller }: RpcCall<typeof updateMailTemplateRpc>,
  ) {
    return this.templates.save(name, language, text, caller);
  }

  @Rpc(resetMailTemplateRpc)
  reset({ name, language }: RpcInput<typeof resetMailTemplateRpc>, { caller }: RpcCall<typeof resetMailTemplateRpc>) {
    return this.templates.reset(name, language, caller);
  }

  @Rpc(previewMailTemplateRpc)
  preview({ name, language, ...text }: RpcInput<typeof previewMailTemplateRpc>) {
    return this.templates.preview(name, language, text);
  }
}
