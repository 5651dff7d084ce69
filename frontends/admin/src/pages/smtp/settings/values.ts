import type { MailSettings, UpdateMailSettings } from '@linkway/kit/api';
import { currentLanguage } from '@linkway/kit/i18n';
import { type ErrorCode, errorMessage } from '@linkway/kit/ui/form';

/** What the form holds. A number is typed as a text, and a select knows no boolean. */
export interface Values {
  enabled: boolean;
  host: string;
  port: string;
  secure: 'starttls' | 'tls';
  username: string;
  password: string;
  from_email: string;
  from_name: string;
}

/** By custom; one that was typed in its place stays. */
const USUAL_PORT = { starttls: '587', tls: '465' } as const;
const MAX_PORT = 65_535;

export const valuesOf = (settings: MailSettings): Values => ({
  enabled: settings.enabled,
  host: settings.host,
  port: String(settings.port),
  secure: settings.secure ? 'tls' : 'starttls',
  username: settings.username,
  password: '',
  from_email: settings.from_email,
  from_name: settings.from_name,
});

export const sentOf = ({ port, secure, password, ...values }: Values): UpdateMailSettings => ({
  enabled: values.enabled,
  host: values.host.trim(),
  port: Number(port),
  secure: secure === 'tls',
  username: values.username.trim(),
  from_email: values.from_email.trim(),
  from_name: values.from_name.trim(),
  // What is saved stays.
  ...(password !== '' && { password }),
});

/** A saved password goes to the server that it was saved for, and to no other. */
export function needsPassword(saved: MailSettings, typed: Values): boolean {
  if (!saved.password_set || typed.username.trim() === '') return false;
  const { host, port, secure, username } = sentOf(typed);
  return host !== saved.host || port !== saved.port || secure !== saved.secure || username !== saved.username;
}

/** What becomes of the password, or is missing of it. */
export function passwordState(saved: MailSettings, typed: Values): 'again' | 'removed' | 'missing' | 'kept' | 'none' {
  if (needsPassword(saved, typed)) return 'again';
  const hasUsername = typed.username.trim() !== '';
  if (saved.password_set) return hasUsername ? 'kept' : 'removed';
  return hasUsername && typed.password === '' ? 'missing' : 'none';
}

/** The port that goes with another encryption. */
export const portFor = (secure: Values['secure'], port: string): string =>
  Object.values<string>(USUAL_PORT).includes(port) || port === '' ? USUAL_PORT[secure] : port;

const said = (code: ErrorCode): string => errorMessage(code, currentLanguage());

export const portFault = (port: string): string | null =>
  /^\d{1,5}$/.test(port.trim()) && Number(port) >= 1 && Number(port) <= MAX_PORT ? null : said('mail.port_invalid');
export const hostFault = (host: string, enabled: boolean): string | null =>
  enabled && host.trim() === '' ? said('mail.host_required') : null;
export const senderFault = (email: string, enabled: boolean): string | null =>
  enabled && email.trim() === '' ? said('mail.from_email_required') : null;
export const passwordFault = (password: string, isNeeded: boolean): string | null =>
  isNeeded && password === '' ? said('mail.password_needed_again') : null;
