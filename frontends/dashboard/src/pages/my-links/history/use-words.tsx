import type { LinkDifference } from '@linkway/kit/api';
import { useFormats, useTranslation } from '@linkway/kit/i18n';
import type { ReactNode } from 'react';
import { CampaignChange, CampaignName } from './campaign-words';

/** Names of fields as forms have them, by how the API calls them. */
const FIELDS = {
  original_url: 'form.url',
  url: 'form.url',
  short_code: 'form.code',
  custom_code: 'form.code',
  domain: 'form.domain',
  domain_id: 'form.domain',
  campaign_id: 'form.in_campaign',
  has_password: 'form.password',
  title: 'form.title',
  description: 'form.description',
  tags: 'form.tags',
  expires_at: 'form.expires_at',
  max_clicks: 'form.max_clicks',
  starts_at: 'form.starts_at',
  fallback_url: 'form.fallback',
  hide_referrer: 'form.hide_referrer',
  query_passing: 'form.query_passing',
  countdown_seconds: 'form.countdown',
  custom_preview: 'form.preview',
  device_targeting: 'form.devices',
  system_targeting: 'form.devices',
  location_targeting: 'form.locations',
  is_cloaked: 'form.cloak',
  deep_links: 'form.apps',
  trackers: 'form.trackers',
  rules: 'rules.title',
} as const;

/** Names of what an object has. */
const PARTS = {
  mobile: 'form.mobile',
  tablet: 'form.tablet',
  desktop: 'form.desktop',
  ios: 'form.ios',
  android: 'form.android',
  other: 'form.other_countries',
  google_analytics: 'form.google_analytics',
  facebook_pixel: 'form.facebook_pixel',
  google_ads: 'form.google_ads',
  tiktok_pixel: 'form.tiktok_pixel',
  custom: 'form.custom_tracker',
  title: 'form.preview_title',
  description: 'form.preview_description',
  image_url: 'form.preview_image',
} as const;

const TIMES = new Set(['expires_at', 'starts_at']);

const isKey = <T extends object>(names: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(names, name);

/** What became different, in words. */
export function useWords() {
  const { t } = useTranslation(['create', 'my-links']);
  const { dateTime, number } = useFormats();

  const field = (name: string): string => {
    if (name === 'is_active') return t('my-links:state');
    if (name === 'host') return t('my-links:history.host');
    if (isKey(FIELDS, name)) return t(FIELDS[name]);
    const words = name.replaceAll('_', ' ');
    return words.slice(0, 1).toUpperCase() + words.slice(1);
  };

  const parts = (value: object): string =>
    Object.entries(value)
      .map(([name, one]) => `${isKey(PARTS, name) ? t(PARTS[name]) : name}: ${String(one)}`)
      .join('; ');

  /** null: it cannot be said shortly. */
  const value = (name: string, of: unknown): string | null => {
    if (of === null || of === undefined || of === '') return t('my-links:history.nothing');
    if (name === 'is_active') return of === true ? t('my-links:status_active') : t('my-links:status_paused');
    if (name === 'query_passing' && (of === 'off' || of === 'append' || of === 'replace')) return t(`form.query_${of}`);
    if (typeof of === 'boolean') return of ? t('my-links:history.on') : t('my-links:history.off');
    if (typeof of === 'number') return number(of);
    if (typeof of === 'string') return TIMES.has(name) ? dateTime(of) : of;
    if (Object.keys(of).length === 0) return t('my-links:history.nothing');
    if (name === 'domain') return (of as { domain_name?: string }).domain_name ?? t('my-links:history.nothing');
    if (name === 'rules' && Array.isArray(of)) return t('my-links:history.rules', { count: of.length });
    if (Array.isArray(of)) return of.every((one) => typeof one === 'string') ? of.join(', ') : null;
    return Object.values(of).every((one) => typeof one === 'string') ? parts(of) : null;
  };

  const change = ({ field: name, before, after }: LinkDifference): ReactNode => {
    if (name === 'campaign_id') return <CampaignChange before={before} after={after} />;
    if (name === 'has_password') {
      if (before !== true) return t('my-links:history.password_set');
      return after === true ? t('my-links:history.password_changed') : t('my-links:history.password_removed');
    }
    const [was, is] = [value(name, before), value(name, after)];
    // The same words twice say nothing: rules of which one leads elsewhere, and what owners are not told of.
    if (was === null || is === null || was === is) return t('my-links:history.changed');
    return t('my-links:history.from_to', { before: was, after: is });
  };

  return {
    field,
    change,
    /** Of a change that is planned. */
    to: (name: string, of: unknown): ReactNode =>
      name === 'campaign_id' ? <CampaignName of={of} /> : (value(name, of) ?? t('my-links:history.changed')),
  };
}
