import {
  MIN_PASSWORD_LENGTH,
  MOST_MIN_PASSWORD_LENGTH,
  MOST_REQUESTS_PER_MINUTE,
  MOST_SESSION_TIMEOUT,
} from '@linkway/contracts/rules';
import type { SecuritySettings, UpdateSecuritySettings } from '@linkway/kit/api';
import { currentLanguage } from '@linkway/kit/i18n';
import { type ErrorCode, errorMessage } from '@linkway/kit/ui/form';

/** What the form holds: a number is typed as a text, and a list line by line. */
export interface Values {
  rate_limit_enabled: boolean;
  requests_per_minute: string;
  min_password_length: string;
  session_timeout: string;
  admin_two_factor_required: boolean;
  email_verification_required: boolean;
  ip_whitelist_enabled: boolean;
  ip_whitelist: string;
  suspicious_activity_alerts: boolean;
}

const NUMBERS = ['requests_per_minute', 'min_password_length', 'session_timeout'] as const;
export const FLAGS = [
  'rate_limit_enabled',
  'email_verification_required',
  'admin_two_factor_required',
  'ip_whitelist_enabled',
  'suspicious_activity_alerts',
] as const;

export const valuesOf = (settings: SecuritySettings): Values => ({
  rate_limit_enabled: settings.rate_limit_enabled,
  requests_per_minute: String(settings.requests_per_minute),
  min_password_length: String(settings.min_password_length),
  session_timeout: String(settings.session_timeout),
  admin_two_factor_required: settings.admin_two_factor_required,
  email_verification_required: settings.email_verification_required ?? false,
  ip_whitelist_enabled: settings.ip_whitelist_enabled,
  ip_whitelist: settings.ip_whitelist.join('\n'),
  suspicious_activity_alerts: settings.suspicious_activity_alerts ?? true,
});

export const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** What is other than it was saved, and nothing else. */
export function changesOf(saved: Values, typed: Values): UpdateSecuritySettings {
  const numbers = NUMBERS.filter((name) => typed[name].trim() !== saved[name]).map((name) => [
    name,
    Number(typed[name]),
  ]);
  const flags = FLAGS.filter((name) => typed[name] !== saved[name]).map((name) => [name, typed[name]]);
  const lines = linesOf(typed.ip_whitelist);
  const isOtherList = lines.join('\n') !== linesOf(saved.ip_whitelist).join('\n');
  return { ...Object.fromEntries([...numbers, ...flags]), ...(isOtherList && { ip_whitelist: lines }) };
}

const said = (code: ErrorCode): string => errorMessage(code, currentLanguage());
const within = (from: number, to: number, code: ErrorCode) => (typed: string) =>
  /^\d{1,6}$/.test(typed.trim()) && Number(typed) >= from && Number(typed) <= to ? null : said(code);

export const faults = {
  requests_per_minute: within(1, MOST_REQUESTS_PER_MINUTE, 'security.requests_per_minute_invalid'),
  min_password_length: within(MIN_PASSWORD_LENGTH, MOST_MIN_PASSWORD_LENGTH, 'security.min_password_length_invalid'),
  session_timeout: within(1, MOST_SESSION_TIMEOUT, 'security.session_timeout_invalid'),
} as const;
