import {
  type ErrorCode,
  errorMessage,
  type ImportSummary,
  type importLanguageRpc,
  type LanguageText,
  type languageTextsRpc,
  type listLanguageTextsRpc,
  type RpcInput,
  type RpcReply,
  type setLanguageTextRpc,
} from '@linkway/contracts';
import { AppError, fieldError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { type BuiltIn, type Catalogue, textsOfRelease } from './catalogue.js';
import type { Language } from './language.entity.js';
import { LanguageRepository } from './language.repository.js';
import { type By, isBuiltIn, record, requireAdded, targetOf } from './language.service.js';
import { LanguageStates } from './language-state.js';
import { changesBetween } from './text-changes.js';
import { keptFault, textFault } from './text-fault.js';
import { entriesOf, nameOf, put, type Texts, textAt } from './texts.js';
import { isTooLarge, readTextsFile, writeTextsFile } from './texts-file.js';

const MOST_TOLD = 100;

/** The texts of languages. */
@Injectable()
export class TranslationService {
  constructor(
    private readonly languages: LanguageRepository,
    private readonly states: LanguageStates,
    private readonly outbox: Outbox,
  ) {}

  /** Throws `languages.not_found` also for one that is not offered. */
  async shown({ code }: RpcInput<typeof languageTextsRpc>): Promise<RpcReply<typeof languageTextsRpc>> {
    const language = await this.languages.find(code);
    if (!language?.is_active) throw new AppError('languages.not_found');
    const { shown, name } = this.states.of(language);
    return { texts: shown, state: name };
  }

  async page(input: RpcInput<typeof listLanguageTextsRpc>): Promise<RpcReply<typeof listLanguageTextsRpc>> {
    const { code, page, limit, namespace, search = '', state } = input;
    const catalogue = this.states.catalogueOf(await this.knownCode(code));
    const wanted = search.toLowerCase();
    const rows = rowsOf(catalogue, await this.textsOf(code)).filter(
      (row) =>
        (namespace === undefined || row.namespace === namespace) &&
        isIn(state, row) &&
        [nameOf(row), row.english, row.text].some((text) => text?.toLowerCase().includes(wanted)),
    );
    return {
      data: rows.slice((page - 1) * limit, page * limit),
      namespaces: catalogue.namespaces,
      pagination: { page, limit, total: rows.length, total_pages: Math.ceil(rows.length / limit) },
    };
  }

  async export(code: string): Promise<string> {
    const texts = await this.textsOf(code);
    return writeTextsFile(texts, this.states.catalogueOf(code));
  }

  /** Throws `languages.text_unknown` where this release has no such text; what it no longer has may be taken away. */
  async set(input: RpcInput<typeof setLanguageTextRpc>, by: By): Promise<LanguageText> {
    const { code, namespace, key, text } = input;
    const place = { namespace, key };
    return this.outbox.transaction(async (manager, emit) => {
      const language = await requireAdded(code, (wanted) => this.languages.lock(wanted, manager));
      const catalogue = this.states.catalogueOf(code);
      const entry = catalogue.find(place);
      const before = textAt(language.texts, place) ?? '';
      const isNone = text.trim() === '';
      if (!entry && !(isNone && before !== '')) throw new AppError('languages.text_unknown');
      const fault = keptFault(text) ?? (entry && !isNone ? textFault(place, entry.english, text) : null);
      if (fault) throw fieldError('text', fault);
      const now = { ...place, english: entry?.english ?? null, text: isNone ? null : text, fault: null };
      if ((isNone ? '' : text) === before) return now;
      const next = withText(language, now);
      // What is shortened is taken whatever the rest is like.
      if (sizeOf(text) > sizeOf(before) && isTooLarge(next.texts, catalogue)) {
        throw new AppError('languages.texts_too_large');
      }
      await this.languages.save(next, manager);
      record(emit, by, {
        action: 'language.text_changed',
        target: targetOf(language),
        details: { text: nameOf(place) },
      });
      return now;
    });
  }

  /** All of the file or nothing. A file that changes nothing is taken whatever the version: its import came through before. */
  async import(input: RpcInput<typeof importLanguageRpc>, by: By): Promise<ImportSummary> {
    const { code, file, dry_run, version } = input;
    if (isBuiltIn(code)) throw new AppError('languages.built_in');
    // Before anything is locked.
    const catalogue = this.states.catalogueOf(await this.knownCode(code));
    const { texts, refused } = readTextsFile(file, catalogue);
    if (refused.length > 0 && !dry_run) throw new AppError('languages.file_invalid', {}, { errors: errorsOf(refused) });
    if (isTooLarge(texts, catalogue)) throw new AppError('languages.texts_too_large');
    const unknown = entriesOf(texts).filter((entry) => !catalogue.find(entry));
    const summaryOf = (language: Language): ImportSummary => ({
      version: language.version,
      dry_run,
      ...changesBetween(language.texts, texts),
      unknown: unknown.slice(0, MOST_TOLD).map(nameOf),
      unknown_total: unknown.length,
      refused: refused.slice(0, MOST_TOLD),
      refused_total: refused.length,
    });
    if (dry_run) return summaryOf(await requireAdded(code, (wanted) => this.languages.find(wanted)));
    return this.outbox.transaction(async (manager, emit) => {
      const language = await requireAdded(code, (wanted) => this.languages.lock(wanted, manager));
      const summary = summaryOf(language);
      const { added, changed, removed } = summary;
      if (added + changed + removed === 0) return summary;
      if (version !== null && version !== language.version) throw new AppError('languages.changed_meanwhile');
      Object.assign(language, { texts, version: language.version + 1 });
      await this.languages.save(language, manager);
      const details = { texts_added: added, texts_changed: changed, texts_removed: removed };
      record(emit, by, { action: 'language.texts_imported', target: targetOf(language), details });
      return { ...summary, version: language.version };
    });
  }

  private async textsOf(code: string): Promise<Texts> {
    if (isBuiltIn(code)) return textsOfRelease(code as BuiltIn);
    return (await requireAdded(code, (wanted) => this.languages.find(wanted))).texts;
  }

  /** No catalogue is made of what anybody may write into an address. */
  private async knownCode(code: string): Promise<string> {
    await this.textsOf(code);
    return code;
  }
}

const errorsOf = (refused: readonly { key: string; code: ErrorCode }[]) =>
  refused.slice(0, MOST_TOLD).map(({ key, code }) => ({ field: key, code, detail: errorMessage(code, 'en') }));

/** In a message. */
const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

function withText(language: Language, { namespace, key, text }: LanguageText): Language {
  const texts = structuredClone(language.texts);
  if (text === null) delete texts[namespace]?.[key];
  else put(texts, { namespace, key }, text);
  return Object.assign(language, { texts, version: language.version + 1 });
}

function rowsOf(catalogue: Catalogue, texts: Texts): LanguageText[] {
  const known = catalogue.entries.map(({ namespace, key, english }) => {
    const text = textAt(texts, { namespace, key }) ?? null;
    const fault = text === null ? null : textFault({ namespace, key }, english, text);
    return { namespace, key, english, text, fault };
  });
  const unknown = entriesOf(texts).filter((entry) => !catalogue.find(entry));
  const kept = unknown.map(({ namespace, key, text }) => ({ namespace, key, english: null, text, fault: null }));
  return [...known, ...kept].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** One that does not fit any more is shown in English, and so as good as missing. */
function isIn(state: RpcInput<typeof listLanguageTextsRpc>['state'], { english, text, fault }: LanguageText): boolean {
  const isShown = text !== null && fault === null;
  switch (state) {
    case 'missing':
      return english !== null && !isShown;
    case 'translated':
      return english !== null && isShown;
    case 'unknown':
      return english === null;
    case 'all':
      return true;
  }
}
