import {
  codeFault,
  deepLinkFault,
  isClickLimit,
  isCountdown,
  isPercent,
  MAX_LINK_PASSWORD_LENGTH,
  spanFault,
  type TrackerProvider,
  tagsFault,
  trackerFault,
  urlFault,
} from '@linkway/contracts/rules';
import { currentLanguage } from '@linkway/kit/i18n';
import { isTime } from '@linkway/kit/ui/date';
import { type ErrorCode, errorMessage, fieldRule } from '@linkway/kit/ui/form';
import { readNumber } from './typed-number';

type Check = (value: string) => ErrorCode | null;
type FieldValue = string | number | null | undefined;

export const checkUrl: Check = urlFault;

/** Where a rule leads. */
export const checkRuleUrl: Check = (value) => (value.trim() === '' ? 'links.rule_url_required' : urlFault(value));

/** An address that may be left out. */
export const checkOptionalUrl: Check = (value) => (value.trim() === '' ? null : urlFault(value));

/** URL B of a test. */
export const checkUrlB: Check = (value) => (value.trim() === '' ? 'links.ab_url_required' : urlFault(value));

export const checkPercent: Check = (value) => (isPercent(readNumber(value) ?? -1) ? null : 'links.ab_percent_invalid');

/** The id of a tracker, which may be left out. */
export const checkTracker =
  (provider: TrackerProvider): Check =>
  (value) =>
    value.trim() === '' ? null : trackerFault(provider, value);

/** The address of an app, which may be left out. */
export const checkDeepLink: Check = (value) => (value.trim() === '' ? null : deepLinkFault(value));

export const checkCode: Check = codeFault;

/** A text that is sent without the white space around it. */
export const checkLength =
  (max: number): Check =>
  (value) =>
    value.trim().length > max ? 'request.field_too_long' : null;

/** A password is sent as it is typed. */
export const checkPassword: Check = (value) =>
  value.length > MAX_LINK_PASSWORD_LENGTH ? 'request.field_too_long' : null;

export const checkDomain: Check = (value) => (value === '' ? 'links.domain_required' : null);

/** A time that may be left out. */
export const checkTime: Check = (value) => (value === '' || isTime(value) ? null : 'links.expires_invalid');

/** Of a beginning, beside the end, which is judged by itself. */
export const checkSpan = (starts: string, ends: string | null): ErrorCode | null =>
  isTime(starts) && ends !== null && isTime(ends) ? spanFault(starts, ends) : null;

export const checkExpiry: Check = (value) => {
  if (value === '') return null;
  if (!isTime(value)) return 'links.expires_invalid';
  return Date.parse(value) <= Date.now() ? 'links.expires_in_past' : null;
};

export const checkMaxClicks: Check = (value) =>
  value.trim() === '' || isClickLimit(readNumber(value) ?? 0) ? null : 'links.max_clicks_invalid';

export const checkCountdown: Check = (value) =>
  value.trim() === '' || isCountdown(readNumber(value) ?? 0) ? null : 'links.countdown_invalid';

/** A check as a rule of the form, its message in the person's language; `said` words some for a form instead of the API. */
export const rule = (check: Check, said: Partial<Record<ErrorCode, string>> = {}) =>
  fieldRule((value: FieldValue) => {
    const code = check(String(value ?? ''));
    return code && (said[code] ?? errorMessage(code, currentLanguage()));
  });

/** What is wrong with the tags of a link, in the person's language. */
export function tagsMessage(tags: readonly string[]): string | null {
  const code = tagsFault(tags);
  return code && errorMessage(code, currentLanguage());
}
