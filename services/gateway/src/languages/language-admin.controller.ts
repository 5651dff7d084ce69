import { isUtf8 } from 'node:buffer';
import {
  addLanguage,
  addLanguageRpc,
  changeLanguage,
  changeLanguageRpc,
  deleteLanguage,
  deleteLanguageRpc,
  exportLanguage,
  exportLanguageRpc,
  importLanguage,
  importLanguageRpc,
  MAX_TEXTS_MESSAGE_BYTES,
  setLanguageText,
  setLanguageTextRpc,
} from '@linkway/contracts';
import { AppError, RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { type ApiReply, type ApiRequest, byOf, callerOf } from '../http/api-request.js';
import { Endpoint, type EndpointInput } from '../http/endpoint.decorator.js';

/** What administrators change of languages: the audit log is told who it was. */
@Controller()
export class LanguageAdminController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint(addLanguage)
  add({ body }: EndpointInput<typeof addLanguage>, request: ApiRequest) {
    return this.rpc.call(addLanguageRpc, { ...body, by: byOf(request) }, { caller: callerOf(request) });
  }

  @Endpoint(changeLanguage)
  change({ params: { code }, body: changes }: EndpointInput<typeof changeLanguage>, request: ApiRequest) {
    return this.rpc.call(changeLanguageRpc, { code, changes, by: byOf(request) }, { caller: callerOf(request) });
  }

  @Endpoint(deleteLanguage)
  async delete({ params: { code } }: EndpointInput<typeof deleteLanguage>, request: ApiRequest) {
    await this.rpc.call(deleteLanguageRpc, { code, by: byOf(request) }, { caller: callerOf(request) });
  }

  @Endpoint(setLanguageText)
  set({ params: { code }, body }: EndpointInput<typeof setLanguageText>, request: ApiRequest) {
    return this.rpc.call(setLanguageTextRpc, { ...body, code, by: byOf(request) }, { caller: callerOf(request) });
  }

  @Endpoint(importLanguage)
  import({ params: { code }, query }: EndpointInput<typeof importLanguage>, request: ApiRequest) {
    const file = request.body as Buffer | undefined;
    // A byte that is none would become a character that nobody typed.
    if (!file || !isUtf8(file)) throw new AppError('languages.file_invalid');
    const texts = file.toString('utf8');
    if (Buffer.byteLength(JSON.stringify(texts)) > MAX_TEXTS_MESSAGE_BYTES) {
      throw new AppError('languages.file_too_large');
    }
    const { dry_run, version = null } = query;
    const asked = { code, file: texts, dry_run: dry_run === 'true', version, by: byOf(request) };
    return this.rpc.call(importLanguageRpc, asked, { caller: callerOf(request) });
  }

  @Endpoint(exportLanguage)
  async export({ params }: EndpointInput<typeof exportLanguage>, request: ApiRequest, reply: ApiReply) {
    const { code, file } = await this.rpc.call(exportLanguageRpc, params, { caller: callerOf(request) });
    void reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="linkway-${code}.json"`);
    return file;
  }
}
