import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, type QueryPassing } from '@linkway/contracts/rules';
import type { Link } from '@linkway/kit/api';
import { currentLanguage, useTranslation } from '@linkway/kit/i18n';
import { MomentInput } from '@linkway/kit/ui/date';
import { Form, fieldRule } from '@linkway/kit/ui/form';
import { Input } from '@linkway/kit/ui/input';
import type { ReactNode } from 'react';
import { type AbTestValues, abTestOf, abTestSent } from './ab-test';
import { AddressInput } from './address-input';
import { ExpiryInput } from './expiry-input';
import styles from './fields.module.css';
import { type LocationRow, rowsOf, targetsOf } from './location-rows';
import { type RuleRow, ruleRowsOf, rulesSent } from './rule-rows';
import { TagsInput } from './tags-input';
import { readNumber } from './typed-number';
import {
  checkCode,
  checkExpiry,
  checkLength,
  checkMaxClicks,
  checkOptionalUrl,
  checkPassword,
  checkSpan,
  checkTime,
  checkUrl,
  rule,
  tagsMessage,
} from './validation';

export interface FormField<Value> {
  /** What a form begins with: of a link that is edited, or of a new one. */
  of(link: Link | null): Value;
  /** What the API is sent of it. Nothing of a new link where that is empty: '', null or {}. */
  sent(value: Value): unknown;
  /** An empty one does not take anything off. */
  readonly kept?: true;
}

const text = (of: (link: Link) => string): FormField<string> => ({
  of: (link) => (link ? of(link) : ''),
  sent: (value) => value.trim(),
});
function choice<Value>(of: (link: Link) => Value | null): FormField<Value | null> {
  return { of: (link) => link && of(link), sent: (value) => value };
}

const inGroups = (count: number): string =>
  new Intl.NumberFormat(currentLanguage() === 'vi' ? 'vi-VN' : 'en-US').format(count);

const noDevices = { mobile: '', tablet: '', desktop: '' };
const noPreview = { title: '', description: '', image_url: '' };
const noSystems = { ios: '', android: '' };
const noTrackers = { google_analytics: '', facebook_pixel: '', google_ads: '', tiktok_pixel: '', custom: '' };
const given = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );

/**
 * What the form holds and sends of each field, by the API's names. The domain is chosen beside them, and a password is never shown.
 */
export const linkFields = {
  url: text((link) => link.original_url),
  custom_code: { ...text((link) => link.short_code), kept: true },
  /** null: of none. */
  campaign_id: choice((link) => link.campaign_id ?? null),
  title: text((link) => link.title),
  description: text((link) => link.description),
  tags: {
    of: (link: Link | null) => link?.tags ?? [],
    sent: (value: string[]) => value,
  },
  /** ISO time, or what was typed and is none; null: never. */
  expires_at: choice((link) => link.expires_at),
  /** As `expires_at`; null: from the beginning. */
  starts_at: choice((link) => link.starts_at ?? null),
  /** The number as it is typed; '': none. */
  max_clicks: {
    of: (link: Link | null) => (link?.max_clicks ? inGroups(link.max_clicks) : ''),
    sent: (value: string) => (value.trim() === '' ? null : (readNumber(value) ?? value)),
  },
  device_targeting: {
    of: (link: Link | null) => ({ ...noDevices, ...link?.device_targeting }),
    sent: given,
  },
  fallback_url: {
    of: (link: Link | null) => link?.fallback_url ?? '',
    // Of a link that has one, nothing is not the empty text.
    sent: (value: string) => value.trim() || null,
  },
  hide_referrer: { of: (link: Link | null) => link?.hide_referrer ?? false, sent: (on: boolean) => on },
  query_passing: {
    of: (link: Link | null): QueryPassing => link?.query_passing ?? 'off',
    sent: (value: QueryPassing) => value,
  },
  /** The number as it is typed; '': none. */
  countdown_seconds: {
    of: (link: Link | null) => String(link?.countdown_seconds ?? ''),
    sent: (value: string) => (value.trim() === '' ? null : (readNumber(value) ?? value)),
  },
  custom_preview: {
    of: (link: Link | null) => ({ ...noPreview, ...link?.custom_preview }),
    sent: given,
  },
  system_targeting: {
    of: (link: Link | null) => ({ ...noSystems, ...link?.system_targeting }),
    sent: given,
  },
  location_targeting: {
    of: (link: Link | null): LocationRow[] => rowsOf(link?.location_targeting),
    sent: targetsOf,
  },
  deep_links: {
    of: (link: Link | null) => ({ ...noSystems, ...link?.deep_links }),
    sent: given,
  },
  trackers: {
    of: (link: Link | null) => ({ ...noTrackers, ...link?.trackers }),
    sent: given,
  },
  is_cloaked: { of: (link: Link | null) => link?.is_cloaked ?? false, sent: (on: boolean) => on },
  rules: {
    of: (link: Link | null): RuleRow[] => ruleRowsOf(link?.rules),
    sent: rulesSent,
  },
  ab_test: {
    of: (link: Link | null): AbTestValues => abTestOf(link?.ab_test),
    sent: abTestSent,
  },
} satisfies Record<string, FormField<unknown>>;

/** Fields say what is wrong when they are left, not at each letter. None cuts what is pasted: it says that it is too long. */
const onBlur = 'onBlur';

// The form begins in it: who leaves it empty is told so when the form is sent.
const urlRules = [
  rule(checkOptionalUrl),
  { ...rule((value) => (value.trim() === '' ? checkUrl(value) : null)), validateTrigger: 'onSubmit' },
];

export function UrlField() {
  const { t } = useTranslation('create');
  return (
    <Form.Item name="url" label={t('form.url')} required rules={urlRules} validateTrigger={onBlur}>
      <AddressInput name="url" placeholder="https://example.com/page" autoComplete="url" size="large" />
    </Form.Item>
  );
}

export function CodeField({ host, help, placeholder }: { host: string; help: string; placeholder?: string }) {
  const { t } = useTranslation('create');
  const code = (Form.useWatch('custom_code') as string | undefined)?.trim();
  return (
    <Form.Item
      name="custom_code"
      label={t('form.code')}
      extra={
        <>
          {host && code && (
            <span className={styles.preview}>{t('form.code_preview', { address: `${host}/${code}` })}</span>
          )}
          {help}
        </>
      }
      rules={[rule(checkCode)]}
      validateTrigger={onBlur}
    >
      <Input
        // Always there: a prefix that comes later would take the focus away.
        prefix={<span className={styles.host}>{host && `${host}/`}</span>}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
      />
    </Form.Item>
  );
}

export function TextFields() {
  const { t } = useTranslation('create');
  return (
    <>
      <Form.Item
        name="title"
        label={t('form.title')}
        extra={t('form.title_help')}
        rules={[rule(checkLength(MAX_TITLE_LENGTH))]}
        validateTrigger={onBlur}
      >
        <Input />
      </Form.Item>
      <Form.Item
        name="description"
        label={t('form.description')}
        rules={[rule(checkLength(MAX_DESCRIPTION_LENGTH))]}
        validateTrigger={onBlur}
      >
        <Input.TextArea rows={3} />
      </Form.Item>
      <Form.Item
        name="tags"
        label={t('form.tags')}
        extra={t('form.tags_help')}
        rules={[fieldRule((tags: string[] | undefined) => tagsMessage(tags ?? []))]}
        validateTrigger={['onChange', 'onBlur']}
      >
        <TagsInput placeholder={t('form.tags_none')} />
      </Form.Item>
    </>
  );
}

interface PasswordFieldProps {
  label: string;
  help: string;
  extra?: ReactNode;
  /** One was typed before and is not known any more: the field is wrong until it is typed again. */
  again?: boolean;
}

export function PasswordField({ label, help, extra, again = false }: PasswordFieldProps) {
  const { t } = useTranslation('create');
  return (
    <Form.Item
      name="password"
      label={label}
      extra={help}
      required={again}
      rules={[fieldRule((value) => (again && !value ? t('form.password_again') : null)), rule(checkPassword)]}
      validateTrigger={onBlur}
    >
      <PasswordInput button={extra} />
    </Form.Item>
  );
}

/** With what the form gives its field, and a button beside it. */
function PasswordInput({ button, ...field }: { button: ReactNode }) {
  return (
    <div className={styles.withButton}>
      <Input.Password {...field} autoComplete="new-password" />
      {button}
    </div>
  );
}

/** `stored`: the time limit of the link that is edited. It may be over, and stays so unless it is changed. */
export function LimitFields({ stored = null }: { stored?: string | null }) {
  const { t } = useTranslation('create');
  const checkChanged = (time: string) => (time === stored ? null : checkExpiry(time));
  const form = Form.useFormInstance();
  return (
    <>
      <Form.Item
        name="starts_at"
        label={t('form.starts_at')}
        extra={t('form.starts_help')}
        dependencies={['expires_at']}
        rules={[
          rule(checkTime, { 'links.expires_invalid': t('form.expiry_unreadable') }),
          rule((time) => checkSpan(time, form.getFieldValue('expires_at') as string | null)),
        ]}
        validateTrigger="onSettled"
      >
        <MomentInput className={styles.wide} placeholder={t('form.expiry_format')} />
      </Form.Item>
      <Form.Item
        name="expires_at"
        label={t('form.expires_at')}
        extra={t('form.expires_help')}
        rules={[rule(checkChanged, { 'links.expires_invalid': t('form.expiry_unreadable') })]}
        validateTrigger="onSettled"
      >
        <ExpiryInput />
      </Form.Item>
      <Form.Item
        name="max_clicks"
        label={t('form.max_clicks')}
        extra={t('form.max_clicks_help')}
        rules={[rule(checkMaxClicks)]}
        validateTrigger={onBlur}
      >
        <Input placeholder={t('form.max_clicks_none')} inputMode="numeric" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="fallback_url"
        label={t('form.fallback')}
        extra={t('form.fallback_help')}
        rules={[rule(checkOptionalUrl)]}
        validateTrigger={onBlur}
      >
        <AddressInput name="fallback_url" placeholder="https://" autoComplete="off" />
      </Form.Item>
    </>
  );
}
