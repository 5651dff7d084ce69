import type { AuditEntry } from '@linkway/kit/api';
import { currentLanguage, useFormats, useTranslation } from '@linkway/kit/i18n';
import { errorMessage, isErrorCode } from '@linkway/kit/ui/form';
import { useExactTime } from './use-exact-time';

/** Details whose values are codes, of which the texts have some in words. */
const CODED = new Set(
  'reason from to subscription_type_from subscription_type_to two_factor by with fault noted_head language'.split(' '),
);
const TIMES = new Set(
  'since until expires_at subscription_end_date_from subscription_end_date_to done_from done_before'.split(' '),
);

type Value = AuditEntry['details'][string];

interface Detail {
  key: string;
  label: string;
  value: string;
}

/** What an entry says, in words; what a newer release has recorded, by its code. */
export function useWords() {
  const { t } = useTranslation('logs');
  const { number } = useFormats();
  const exact = useExactTime();
  /** That the texts have words for each code of this release is tested. */
  const word = (of: string, code: string, key = code, otherwise = code): string =>
    t(`${of}.${key}` as 'value.none', { defaultValue: otherwise });
  const textOf = (key: string, text: string): string => {
    if (key === 'module' || key === 'level') return word(key, text);
    if (key === 'changed') {
      const fields = text.split(/[ ,]+/).map((field) => word('field', field));
      return fields.join(', ');
    }
    if (CODED.has(key)) {
      // What a request was refused with has a sentence, if no word.
      const sentence = key === 'reason' && isErrorCode(text) ? errorMessage(text, currentLanguage()) : text;
      return word('word', text, text.replace('.', '_'), sentence);
    }
    if (!TIMES.has(key) || Number.isNaN(Date.parse(text))) return text;
    const { day, time } = exact(text);
    return `${day} ${time}`;
  };
  const valueOf = (key: string, value: Value): string => {
    if (value === null) return t('value.none');
    if (typeof value === 'boolean') return value ? t('value.yes') : t('value.no');
    return typeof value === 'number' ? number(value) : textOf(key, value);
  };
  return {
    action: (code: string): string => word('action', code),
    module: (code: string): string => word('module', code),
    target: ({ kind }: NonNullable<AuditEntry['target']>): string => word('target', kind),
    details: ({ details }: AuditEntry): Detail[] =>
      Object.entries(details).map(([key, value]) => ({ key, label: word('detail', key), value: valueOf(key, value) })),
  };
}
