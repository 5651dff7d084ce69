import { type ErrorCode, errorMessage } from '@linkway/contracts/errors';
import { currentLanguage } from '@linkway/kit/i18n';
import { isTime } from './typed-time';

// The same bounds as the contract's; the API has the last word.
const CUSTOM_CODE = /^[A-Za-z0-9_-]{3,50}$/;
const MAX_URL = 4096;
export const MAX_CLICKS = 1_000_000_000;

type Check = (value: string) => ErrorCode | null;
type FieldValue = string | number | null | undefined;

// What a browser's address bar takes, also spaces and letters of any language: they are encoded where a visitor is sent.
function checkHttpUrl(value: string): ErrorCode | null {
  const broken = /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value) || !/^https?:\/\/[^/]/i.test(value);
  const url = broken || !URL.canParse(value) ? null : new URL(value);
  if (!url?.hostname) return 'links.url_invalid';
  return url.username || url.password ? 'links.url_credentials' : null;
}

/** An address that may be left out. */
export const checkOptionalUrl: Check = (value) => {
  const url = value.trim();
  if (url === '') return null;
  if (url.length > MAX_URL) return 'request.field_too_long';
  return checkHttpUrl(url);
};

export const checkUrl: Check = (value) => (value.trim() === '' ? 'links.url_required' : checkOptionalUrl(value));

/** Empty: a random code. */
export const checkCode: Check = (value) =>
  value.trim() === '' || CUSTOM_CODE.test(value.trim()) ? null : 'links.code_invalid';

/** A text that is sent without the white space around it. */
export const checkLength =
  (max: number): Check =>
  (value) =>
    value.trim().length > max ? 'request.field_too_long' : null;

/** A password is sent as it is typed. */
export const checkPassword: Check = (value) => (value.length > 256 ? 'request.field_too_long' : null);

export const checkDomain: Check = (value) => (value === '' ? 'links.domain_required' : null);

export const checkExpiry: Check = (value) => {
  if (value === '') return null;
  if (!isTime(value)) return 'links.expires_invalid';
  return Date.parse(value) <= Date.now() ? 'links.expires_in_past' : null;
};

export const checkMaxClicks: Check = (value) => {
  if (value === '') return null;
  const count = Number(value);
  return Number.isInteger(count) && count >= 1 && count <= MAX_CLICKS ? null : 'links.max_clicks_invalid';
};

/** A check as a rule of the form, its message in the person's language; `said` words some for a form instead of the API. */
export const rule = (check: Check, said: Partial<Record<ErrorCode, string>> = {}) => ({
  validator: (_rule: unknown, value: FieldValue): Promise<void> => {
    const code = check(String(value ?? ''));
    return code ? Promise.reject(new Error(said[code] ?? errorMessage(code, currentLanguage()))) : Promise.resolve();
  },
});
