import {
  addLanguageRpc,
  changeLanguageRpc,
  deleteLanguageRpc,
  exportLanguageRpc,
  importLanguageRpc,
  languageTextsRpc,
  listAllLanguagesRpc,
  listLanguageTextsRpc,
  offeredLanguagesRpc,
  type RpcInput,
  setLanguageTextRpc,
} from '@linkway/contracts';
import { Rpc, type RpcCall } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { LanguageService } from './language.service.js';
import { TranslationService } from './translation.service.js';

@Controller()
export class LanguageController {
  constructor(
    private readonly languages: LanguageService,
    private readonly translations: TranslationService,
  ) {}

  @Rpc(offeredLanguagesRpc)
  async offered(_input: RpcInput<typeof offeredLanguagesRpc>) {
    return { data: await this.languages.offered() };
  }

  @Rpc(languageTextsRpc)
  texts(input: RpcInput<typeof languageTextsRpc>) {
    return this.translations.shown(input);
  }

  @Rpc(listAllLanguagesRpc)
  async list(_input: RpcInput<typeof listAllLanguagesRpc>) {
    return { data: await this.languages.list() };
  }

  @Rpc(addLanguageRpc)
  add(input: RpcInput<typeof addLanguageRpc>, { caller }: RpcCall<typeof addLanguageRpc>) {
    return this.languages.add(input, { caller, by: input.by });
  }

  @Rpc(changeLanguageRpc)
  change(input: RpcInput<typeof changeLanguageRpc>, { caller }: RpcCall<typeof changeLanguageRpc>) {
    return this.languages.change(input, { caller, by: input.by });
  }

  @Rpc(deleteLanguageRpc)
  async delete(input: RpcInput<typeof deleteLanguageRpc>, { caller }: RpcCall<typeof deleteLanguageRpc>) {
    await this.languages.delete(input, { caller, by: input.by });
    return {};
  }

  @Rpc(listLanguageTextsRpc)
  page(input: RpcInput<typeof listLanguageTextsRpc>) {
    return this.translations.page(input);
  }

  @Rpc(setLanguageTextRpc)
  set(input: RpcInput<typeof setLanguageTextRpc>, { caller }: RpcCall<typeof setLanguageTextRpc>) {
    return this.translations.set(input, { caller, by: input.by });
  }

  @Rpc(importLanguageRpc)
  import(input: RpcInput<typeof importLanguageRpc>, { caller }: RpcCall<typeof importLanguageRpc>) {
    return this.translations.import(input, { caller, by: input.by });
  }

  @Rpc(exportLanguageRpc)
  async export({ code }: RpcInput<typeof exportLanguageRpc>) {
    return { code, file: await this.translations.export(code) };
  }
}
