import { createHash } from 'node:crypto';
import { builtInLanguages, type LanguageEntry } from '@linkway/contracts';
import { Injectable } from '@nestjs/common';
import { Catalogue } from './catalogue.js';
import type { Language } from './language.entity.js';
import { LanguageRepository } from './language.repository.js';
import { entriesOf, type Texts } from './texts.js';

/** What pages get of a language. */
export interface LanguageState {
  readonly shown: Texts;
  /** Names what is shown: 22 letters of base64url. */
  readonly name: string;
  readonly translated: number;
  readonly unknown: number;
}

type Listed = Omit<Language, 'texts'>;

/** Works out once for each version of a language what of it this release shows. */
@Injectable()
export class LanguageStates {
  private readonly catalogues = new Map<string, Catalogue>();
  private readonly kept = new Map<string, { of: string; state: LanguageState }>();

  constructor(private readonly languages: LanguageRepository) {}

  catalogueOf(code: string): Catalogue {
    const known = this.catalogues.get(code);
    if (known) return known;
    const made = new Catalogue(code);
    this.catalogues.set(code, made);
    return made;
  }

  /** null: it has been deleted meanwhile. */
  async stateOf(listed: Listed): Promise<LanguageState | null> {
    const known = this.kept.get(listed.code);
    if (known?.of === markOf(listed)) return known.state;
    const language = await this.languages.find(listed.code);
    if (!language) this.kept.delete(listed.code);
    return language && this.of(language);
  }

  of(language: Language): LanguageState {
    const known = this.kept.get(language.code);
    if (known?.of === markOf(language)) return known.state;
    const catalogue = this.catalogueOf(language.code);
    const shown = catalogue.shown(language.texts);
    const state = {
      shown,
      name: createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22),
      translated: entriesOf(shown).length,
      unknown: entriesOf(language.texts).filter((entry) => !catalogue.find(entry)).length,
    };
    this.kept.set(language.code, { of: markOf(language), state });
    return state;
  }

  view(language: Listed, { translated, unknown }: LanguageState): LanguageEntry {
    return {
      code: language.code,
      name: language.name,
      built_in: false,
      is_active: language.is_active,
      version: language.version,
      texts_total: this.catalogueOf(language.code).entries.length,
      texts_translated: translated,
      texts_unknown: unknown,
      updated_at: language.updated_at.toISOString(),
    };
  }

  /** Those that come with the product are always complete: a build without is none. */
  builtIn(): LanguageEntry[] {
    return builtInLanguages.map(({ code, name }) => {
      const total = this.catalogueOf(code).entries.length;
      return {
        code,
        name,
        built_in: true,
        is_active: true,
        version: 0,
        texts_total: total,
        texts_translated: total,
        texts_unknown: 0,
        updated_at: null,
      };
    });
  }
}

/** Of one that was deleted and added again, the versions begin anew. */
const markOf = ({ version, created_at }: Listed): string => `${created_at.getTime()} ${version}`;
