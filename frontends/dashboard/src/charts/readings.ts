import { withoutBidiControls } from '@linkway/contracts/rules';
import type { Analytics } from '@linkway/kit/api';
import { useTranslation } from '@linkway/kit/i18n';
import { readableHost } from '@linkway/kit/ui';

type Row = Analytics['countries'][number];
export type Dimension = 'country' | 'city' | 'device' | 'browser' | 'os' | 'referrer' | 'language' | 'kind' | 'utm';

/** One value of a breakdown as people read it. */
export interface Reading {
  name: string;
  clicks: number;
  unique: number;
}

// As their makers write them; every other name gets a capital.
const BRANDS: Record<string, string> = {
  macos: 'macOS',
  ios: 'iOS',
  ie: 'Internet Explorer',
  // As clicks of the former release have it.
  facebookexternalhit: 'Facebook link preview',
  chromeos: 'ChromeOS',
  tiktok: 'TikTok',
  'samsung internet': 'Samsung Internet',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function named(type: 'region' | 'language', value: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type }).of(value) ?? value;
  } catch {
    return value; // No code that the standard knows, as a visitor's browser may send.
  }
}

/** What the API's values are called in the current language. */
export function useValueName(): (dimension: Dimension, value: string, country?: string) => string {
  const { t, i18n } = useTranslation('dashboard');
  const fixed: Record<string, string> = {
    mobile: t('value.mobile'),
    tablet: t('value.tablet'),
    desktop: t('value.desktop'),
    bot: t('value.bot'),
    human: t('value.human'),
    preview: t('value.preview'),
    prefetch: t('value.prefetch'),
    scanner: t('value.scanner'),
  };
  return (dimension, value, country = '') => {
    if (value === '') return dimension === 'referrer' ? t('value.direct') : t('value.unknown');
    if (dimension === 'country') return named('region', value.toUpperCase(), i18n.language);
    if (dimension === 'city') {
      return country === '' ? value : `${value}, ${named('region', country.toUpperCase(), i18n.language)}`;
    }
    if (dimension === 'language') return capital(named('language', value, i18n.language));
    if (dimension === 'device' || dimension === 'kind') return fixed[value] ?? capital(value);
    if (value === 'facebook link preview') return t('value.facebook_preview');
    if (dimension === 'browser' || dimension === 'os') return BRANDS[value] ?? capital(value);
    return dimension === 'referrer' ? readableHost(value) : withoutBidiControls(value);
  };
}

/** Rows of a breakdown with their names. Two values with one name (a code written in two ways) are told apart by nothing: they add up. */
export function readings(
  rows: readonly (Row & { country?: string })[],
  name: (row: Row & { country?: string }) => string,
) {
  const byName = new Map<string, Reading>();
  for (const row of rows) {
    const key = name(row);
    const before = byName.get(key);
    byName.set(key, {
      name: key,
      clicks: row.clicks + (before?.clicks ?? 0),
      unique: row.unique + (before?.unique ?? 0),
    });
  }
  return [...byName.values()].sort((a, b) => b.clicks - a.clicks);
}
