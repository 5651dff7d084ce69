import {
  type AuditAct,
  type AuditDetails,
  type addLanguageRpc,
  auditRecord,
  builtInLanguages,
  type Caller,
  type changeLanguageRpc,
  contentAuditRecorded,
  type deleteLanguageRpc,
  type LanguageEntry,
  MAX_LANGUAGES,
  type RpcInput,
} from '@linkway/contracts';
import { AppError, currentCall, type Emit, fieldError, Outbox } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Language } from './language.entity.js';
import { LanguageRepository } from './language.repository.js';
import { languageCodeOf } from './language-code.js';
import { LanguageStates } from './language-state.js';

/** Who asks: the caller has an id alone. */
export interface By {
  readonly caller: Caller;
  readonly by: { email: string; full_name: string };
}

export const isBuiltIn = (code: string): boolean => builtInLanguages.some((language) => language.code === code);

/** Which languages there are. */
@Injectable()
export class LanguageService {
  constructor(
    private readonly languages: LanguageRepository,
    private readonly states: LanguageStates,
    private readonly outbox: Outbox,
  ) {}

  /** All of them, those that come with the product first. */
  async list(): Promise<LanguageEntry[]> {
    const added = await Promise.all(
      (await this.languages.list()).map(async (language) => {
        const state = await this.states.stateOf(language);
        return state ? [this.states.view(language, state)] : [];
      }),
    );
    return [...this.states.builtIn(), ...added.flat()];
  }

  /** Those that were added and are offered. */
  async offered(): Promise<{ code: string; name: string; texts: string }[]> {
    const active = (await this.languages.list()).filter(({ is_active }) => is_active);
    const offered = await Promise.all(
      active.map(async (language) => {
        const state = await this.states.stateOf(language);
        return state ? [{ code: language.code, name: language.name, texts: state.name }] : [];
      }),
    );
    return offered.flat();
  }

  async add({ code: typed, name }: RpcInput<typeof addLanguageRpc>, by: By): Promise<LanguageEntry> {
    for (const [field, value] of Object.entries({ code: typed, name })) {
      if (value === '') throw fieldError(field, 'languages.fields_required');
    }
    const code = fieldCode(typed);
    const language = await this.outbox.transaction(async (manager, emit) => {
      const known = await this.languages.lockForAdding(manager);
      if (isBuiltIn(code)) throw fieldError('code', 'languages.code_taken', { code });
      if (known.includes(code)) return this.addedBefore(code, name, manager);
      if (known.length >= MAX_LANGUAGES) throw new AppError('languages.too_many', { max: MAX_LANGUAGES });
      const made = Object.assign(new Language(), { code, name, is_active: false, texts: {}, version: 1 });
      const saved = await this.languages.save(made, manager);
      record(emit, by, { action: 'language.added', target: targetOf(saved) });
      return saved;
    });
    return this.states.view(language, this.states.of(language));
  }

  /** Who asks once more, as the answer got lost, is told the same; what has changed since is somebody's work. */
  private async addedBefore(code: string, name: string, manager: Parameters<LanguageRepository['lock']>[1]) {
    const language = await this.languages.lock(code, manager);
    if (language?.version === 1 && language.name === name) return language;
    throw fieldError('code', 'languages.code_taken', { code });
  }

  async change({ code, changes }: RpcInput<typeof changeLanguageRpc>, by: By): Promise<LanguageEntry> {
    if (changes.name === '') throw fieldError('name', 'languages.fields_required');
    const language = await this.outbox.transaction(async (manager, emit) => {
      const before = await requireAdded(code, (wanted) => this.languages.lock(wanted, manager));
      const { name = before.name, is_active = before.is_active } = changes;
      const changed = [name !== before.name && 'name', is_active !== before.is_active && 'is_active'].filter(Boolean);
      if (changed.length === 0) return before;
      const details = { changed: changed.join(', '), ...(is_active !== before.is_active && { enabled: is_active }) };
      Object.assign(before, { name, is_active, version: before.version + 1 });
      const saved = await this.languages.save(before, manager);
      record(emit, by, { action: 'language.changed', target: targetOf(saved), details });
      return saved;
    });
    return this.states.view(language, this.states.of(language));
  }

  /** One that is gone already is no error for who asks twice at once: the second is told that it is not there. */
  async delete({ code }: RpcInput<typeof deleteLanguageRpc>, by: By): Promise<void> {
    await this.outbox.transaction(async (manager, emit) => {
      const language = await requireAdded(code, (wanted) => this.languages.lock(wanted, manager));
      await this.languages.remove(code, manager);
      record(emit, by, { action: 'language.deleted', target: targetOf(language) });
    });
  }
}

function fieldCode(typed: string): string {
  try {
    return languageCodeOf(typed);
  } catch (error) {
    throw error instanceof AppError ? fieldError('code', error.code) : error;
  }
}

/** Throws `languages.built_in` for one that comes with the product, `languages.not_found` for one that is not there. */
export async function requireAdded(code: string, find: (code: string) => Promise<Language | null>): Promise<Language> {
  if (isBuiltIn(code)) throw new AppError('languages.built_in');
  const language = await find(code);
  if (!language) throw new AppError('languages.not_found');
  return language;
}

export const targetOf = ({ code, name }: Language) => ({ kind: 'language', id: code, name }) as const;

/** For the audit log, in the transaction of what was done. */
export function record(
  emit: Emit,
  { caller, by }: By,
  { details = {}, ...act }: Pick<AuditAct, 'action' | 'target'> & { details?: AuditDetails },
): void {
  const user = caller.kind === 'service' ? null : { id: caller.user_id, ...by };
  const told = caller.kind === 'service' ? { ...details, service: caller.service } : details;
  emit(contentAuditRecorded, auditRecord({ id: uuidv7(), ip: currentCall().ip, user, details: told, ...act }));
}
