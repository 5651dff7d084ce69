import type { ImportSummary, LanguageEntry, LanguageText } from '@linkway/kit/api';

// What the API answers in the specs of the page.

export const aLanguage = (more: Partial<LanguageEntry> = {}): LanguageEntry => ({
  code: 'fr',
  name: 'Français',
  built_in: false,
  is_active: false,
  version: 3,
  texts_total: 1_800,
  texts_translated: 900,
  texts_unknown: 0,
  updated_at: '2026-11-05T08:00:00.000Z',
  ...more,
});

export const english = aLanguage({
  code: 'en',
  name: 'English',
  built_in: true,
  is_active: true,
  version: 0,
  texts_translated: 1_800,
  updated_at: null,
});

export const aText = (more: Partial<LanguageText> = {}): LanguageText => ({
  namespace: 'kit',
  key: 'language.label',
  english: 'Language',
  text: null,
  fault: null,
  ...more,
});

export const aSummary = (more: Partial<ImportSummary> = {}): ImportSummary => ({
  version: 3,
  dry_run: true,
  added: 2,
  changed: 1,
  removed: 0,
  unchanged: 7,
  unknown: [],
  unknown_total: 0,
  refused: [],
  refused_total: 0,
  ...more,
});
