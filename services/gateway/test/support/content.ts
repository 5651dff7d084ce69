import {
  addLanguageRpc,
  changeLanguageRpc,
  deleteLanguageRpc,
  exportLanguageRpc,
  importLanguageRpc,
  type LanguageEntry,
  languageTextsRpc,
  offeredLanguagesRpc,
  type RpcInput,
  type RpcReply,
  setLanguageTextRpc,
} from '@linkway/contracts';
import { AppError, defineService, Rpc, serviceConfig } from '@linkway/platform';
import { Controller, Module } from '@nestjs/common';

export const STATE = 'A'.repeat(22);

/** The content service as the gateway sees it, with the languages that a test gives it. */
@Controller()
export class ContentResponder {
  offered: { code: string; name: string; texts: string }[] = [];
  texts: Record<string, Record<string, string>> = {};
  asked = 0;
  readonly told: object[] = [];

  @Rpc(offeredLanguagesRpc)
  list(): RpcReply<typeof offeredLanguagesRpc> {
    this.asked += 1;
    return { data: this.offered };
  }

  @Rpc(languageTextsRpc)
  textsOf({ code }: RpcInput<typeof languageTextsRpc>): RpcReply<typeof languageTextsRpc> {
    if (!this.offered.some((language) => language.code === code)) throw new AppError('languages.not_found');
    return { texts: this.texts, state: STATE };
  }

  @Rpc(addLanguageRpc)
  add({ code, name, by }: RpcInput<typeof addLanguageRpc>): LanguageEntry {
    this.told.push({ code, name, by });
    return entry(code, name);
  }

  @Rpc(changeLanguageRpc)
  change(input: RpcInput<typeof changeLanguageRpc>): LanguageEntry {
    this.told.push(input);
    return entry(input.code, input.changes.name ?? '');
  }

  @Rpc(deleteLanguageRpc)
  delete(input: RpcInput<typeof deleteLanguageRpc>) {
    this.told.push(input);
    return {};
  }

  @Rpc(setLanguageTextRpc)
  set(input: RpcInput<typeof setLanguageTextRpc>): RpcReply<typeof setLanguageTextRpc> {
    this.told.push(input);
    const { namespace, key, text } = input;
    return { namespace, key, text, english: 'English', fault: null };
  }

  @Rpc(importLanguageRpc)
  import(input: RpcInput<typeof importLanguageRpc>): RpcReply<typeof importLanguageRpc> {
    this.told.push(input);
    const none = { added: 0, changed: 0, removed: 0, unchanged: 0, unknown_total: 0, refused_total: 0 };
    return { ...none, version: 1, dry_run: input.dry_run, unknown: [], refused: [] };
  }

  @Rpc(exportLanguageRpc)
  export({ code }: RpcInput<typeof exportLanguageRpc>) {
    return { code, file: '{"kit":{}}\n' };
  }
}

const entry = (code: string, name: string): LanguageEntry => ({
  code,
  name,
  built_in: false,
  is_active: false,
  version: 1,
  texts_total: 1,
  texts_translated: 0,
  texts_unknown: 0,
  updated_at: '2026-11-28T00:00:00.000Z',
});

@Module({ controllers: [ContentResponder] })
class ContentModule {}

export const content = defineService({ name: 'content', config: serviceConfig({}), module: ContentModule });
