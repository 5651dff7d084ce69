import { analyticsErrors } from './analytics.js';
import { apiKeyErrors } from './api-keys.js';
import { auditLogErrors } from './audit-log.js';
import { authErrors } from './auth.js';
import { campaignErrors } from './campaigns.js';
import { dataExportErrors } from './data-export.js';
import { domainsErrors } from './domains.js';
import { googleErrors } from './google.js';
import { languagesErrors } from './languages.js';
import { linksErrors } from './links.js';
import { en } from './locales/en.js';
import { vi } from './locales/vi.js';
import { mailErrors } from './mail.js';
import { notificationErrors } from './notifications.js';
import { profileErrors } from './profile.js';
import { requestErrors } from './request.js';
import { securityErrors } from './security.js';
import { twoFactorErrors } from './two-factor.js';
import { usersErrors } from './users.js';
import { utmTemplateErrors } from './utm-templates.js';
import { waitText } from './wait.js';
import { webhookErrors } from './webhooks.js';

export { waitText } from './wait.js';

/** Every error code of the platform. Codes are stable; texts may be reworded. */
export const errors = {
  ...requestErrors,
  ...authErrors,
  ...twoFactorErrors,
  ...googleErrors,
  ...apiKeyErrors,
  ...utmTemplateErrors,
  ...campaignErrors,
  ...webhookErrors,
  ...profileErrors,
  ...linksErrors,
  ...domainsErrors,
  ...analyticsErrors,
  ...mailErrors,
  ...notificationErrors,
  ...usersErrors,
  ...auditLogErrors,
  ...securityErrors,
  ...dataExportErrors,
  ...languagesErrors,
};
export type ErrorCode = keyof typeof errors;
export type ErrorParams = Record<string, string | number>;

export const errorMessages = { en, vi } satisfies Record<'en' | 'vi', Record<ErrorCode, string>>;

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/**
 * What a page that is in an added language says errors by, in place of English; codes that it lacks stay in English. It is `linkwayErrors` of
 * the page and nothing of this module, as each part of the web app brings a copy of it. No server has any.
 */
export interface ErrorTexts {
  readonly language: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** The text of an error in a language; `{name}` is replaced from `params`, and `retry_after`, in seconds, is said as a person would. */
export function errorMessage(code: ErrorCode, locale: 'en' | 'vi', params: ErrorParams = {}): string {
  const own = locale === 'en' ? (globalThis as { linkwayErrors?: ErrorTexts | null }).linkwayErrors : null;
  const text = own?.texts[code] ?? errorMessages[locale][code];
  const language = own?.texts[code] ? own.language : locale;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name] ?? whole;
    return name === 'retry_after' && typeof value === 'number' ? waitText(value, language) : String(value);
  });
}
