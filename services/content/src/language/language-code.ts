import { AppError } from '@linkway/platform';

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi']);
const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/**
 * The canonical form of a language's code: `FR` is `fr`, `pt_br` is none. Throws `languages.code_invalid` for what is no language that
 * anybody has a name for, or says more than language, script and region; `languages.direction_unsupported` where pages would have to
 * be turned around, which their styles cannot do yet.
 */
export function languageCodeOf(text: string): string {
  const locale = localeOf(text.trim());
  if (!locale || locale.baseName !== locale.toString() || !names.of(locale.language)) {
    throw new AppError('languages.code_invalid');
  }
  // A variant, as in `de-1996`, has no plural forms or formats of its own.
  if (locale.baseName !== [locale.language, locale.script, locale.region].filter(Boolean).join('-')) {
    throw new AppError('languages.code_invalid');
  }
  if (RIGHT_TO_LEFT.has(locale.maximize().script ?? '')) throw new AppError('languages.direction_unsupported');
  return locale.baseName;
}

function localeOf(text: string): Intl.Locale | null {
  try {
    return new Intl.Locale(text);
  } catch {
    return null;
  }
}
