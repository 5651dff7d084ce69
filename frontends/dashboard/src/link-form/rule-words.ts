import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { readableAddress } from '@linkway/kit/ui';
import { type ConditionRow, conditionOf, type RuleRow } from './rule-rows';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1_000;

export const dayOptions = (language: string) =>
  DAYS.map((value, at) => ({
    value,
    label: new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + at * DAY_MS),
  }));

const nameIn = (type: 'language' | 'region', code: string): string => {
  try {
    return new Intl.DisplayNames([currentLanguage()], { type }).of(code) ?? code;
  } catch {
    // What is typed is no code yet.
    return code;
  }
};
export const languageName = (tag: string): string => nameIn('language', tag);

/** Says rules as sentences. */
export function useRuleWords() {
  const { t, i18n } = useTranslation('create');
  const days = new Map(dayOptions(i18n.language).map(({ value, label }) => [value, label]));
  const or = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  const and = new Intl.ListFormat(i18n.language, { type: 'conjunction' });

  const valueName = (kind: string, value: string): string => {
    if (kind === 'language') return languageName(value);
    if (kind === 'country') return nameIn('region', value);
    if (kind === 'weekday') return days.get(value) ?? value;
    return kind === 'device' || kind === 'system' || kind === 'browser'
      ? t(`rules.value.${value}` as 'rules.value.mobile')
      : value;
  };
  const said = (time: string | null): string =>
    time && !Number.isNaN(Date.parse(time))
      ? new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(time))
      : '';
  /** A sentence of its own, where "is" says it badly. */
  const says = (key: string, row: ConditionRow, words: Record<string, string>): string =>
    t(`rules.says.${key}${row.is_not ? '_not' : ''}` as 'rules.says.referrer', words);
  const span = (key: string, row: ConditionRow, from: string, to: string): string => {
    const [open, only] = [from || '…', to || '…'];
    if (from && !to) return says(`${key}_from`, row, { from });
    if (to && !from) return says(`${key}_to`, row, { to });
    return open === only && from ? says(`${key}_one`, row, { from }) : says(key, row, { from: open, to: only });
  };
  const condition = (row: ConditionRow): string => {
    const { kind, values = [], name = '', op = 'is', value = '' } = conditionOf(row);
    const named = values.length === 0 ? '…' : or.format(values.map((each) => valueName(kind, each)));
    if (kind === 'time_of_day') return says('time_of_day', row, { from: row.from || '…', to: row.to || '…' });
    if (kind === 'visit_number') return span('visit', row, row.at_least, row.at_most);
    if (kind === 'date') return span('date', row, said(row.since), said(row.until));
    if (kind === 'query') return says(`query_${op}`, row, { name: name || '…', value: value || '…' });
    if (kind === 'referrer') return row.none ? says('no_referrer', row, {}) : says('referrer', row, { sites: named });
    return `${t(`rules.kind.${row.kind}` as 'rules.kind.language')} ${t(row.is_not ? 'rules.is_not' : 'rules.is')} ${named}`;
  };
  return {
    condition,
    sentence: ({ url, any_of }: RuleRow): string =>
      t('rules.sentence', {
        conditions: any_of.map(({ all_of }) => and.format(all_of.map(condition))).join(t('rules.or_if')),
        address: url.trim() ? readableAddress(url.trim()) : '…',
      }),
  };
}
