// Rules of a link, without the schemas: the API's schema and the editor of the web app judge by the same functions.
import { isCountry } from './locations.js';

export const MAX_RULES = 20;
export const MAX_RULE_NAME_LENGTH = 60;
/** Of one rule, joined by or. */
export const MAX_RULE_GROUPS = 5;
/** Of one group, joined by and. */
export const MAX_GROUP_CONDITIONS = 10;
/** Of one condition. */
export const MAX_CONDITION_VALUES = 20;
/** Characters of the rules of one link as JSON: it bounds a change's event, and what the redirect holds in memory. */
export const MAX_RULES_LENGTH = 16_000;

export const ruleSystems = ['ios', 'android', 'windows', 'macos', 'linux', 'chromeos'] as const;
export type RuleSystem = (typeof ruleSystems)[number];
export const ruleBrowsers = ['chrome', 'firefox', 'safari', 'edge', 'other'] as const;
export type RuleBrowser = (typeof ruleBrowsers)[number];
export const ruleDevices = ['mobile', 'tablet', 'desktop'] as const;
/** In the order of Date's `getUTCDay`. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export const queryOperators = ['is', 'contains', 'present', 'no_value'] as const;
export type QueryOperator = (typeof queryOperators)[number];

/** The fields that a condition of each kind can have beside `kind` and `is_not`. */
const fieldsOf = {
  language: ['values'],
  country: ['values'],
  city: ['values'],
  device: ['values'],
  system: ['values'],
  browser: ['values'],
  time_of_day: ['from', 'to', 'time_zone'],
  weekday: ['values', 'time_zone'],
  date: ['from', 'to'],
  query: ['name', 'op', 'value'],
  referrer: ['values', 'none'],
  visit_number: ['at_least', 'at_most'],
  ip: ['values'],
} as const;
export type ConditionKind = keyof typeof fieldsOf;
export const conditionKinds = Object.keys(fieldsOf) as ConditionKind[];

/** One condition; which fields it has follows from its kind. */
export interface RuleCondition {
  kind: string;
  is_not?: boolean | undefined;
  values?: string[] | undefined;
  time_zone?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  name?: string | undefined;
  op?: string | undefined;
  value?: string | undefined;
  none?: boolean | undefined;
  at_least?: number | undefined;
  at_most?: number | undefined;
}

export type ConditionFault =
  | 'links.rule_kind_unknown'
  | 'links.rule_field_unknown'
  | 'links.rule_values_invalid'
  | 'links.rule_language_invalid'
  | 'links.rule_country_invalid'
  | 'links.rule_time_invalid'
  | 'links.rule_time_zone_invalid'
  | 'links.rule_date_invalid'
  | 'links.rule_query_invalid'
  | 'links.rule_referrer_invalid'
  | 'links.rule_visits_invalid'
  | 'links.rule_ip_invalid';

/** What is wrong, and at which field of the condition. */
export interface FaultOfCondition {
  field: keyof RuleCondition;
  code: ConditionFault;
}

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;
const NOT_IN_HOST = /[\s/:@?#\\%[\]]/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const ZONE = /^[A-Za-z][\w+-]*(?:\/[\w+-]+){0,2}$/;
const CITY_LENGTH = 100;
const QUERY_LENGTH = 200;
/** Visits that a cap can be set to, too. */
const MAX_VISITS = 1_000_000_000;

/** To ask for one costs 50 us or more. There are about 600 of them, which may be written in capitals and not. */
const knownZones = new Set<string>();
const MOST_KNOWN_ZONES = 1_000;

export function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  if (name.length > 64 || !ZONE.test(name)) return false;
  try {
    const isKnown = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
    if (isKnown && knownZones.size < MOST_KNOWN_ZONES) knownZones.add(name);
    return isKnown;
  } catch {
    return false;
  }
}

const isIpv6 = (text: string): boolean =>
  /^[\da-f:.]{2,45}$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]/`);

/** An address of IPv4 or IPv6, or a network of them (CIDR). */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = IPV4.test(address) ? 32 : isIpv6(address) ? 128 : null;
  if (most === null || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** A host as people write it, with letters of any language. */
export const isHostName = (text: string): boolean =>
  text !== '' && text.length <= 253 && !NOT_IN_HOST.test(text) && URL.canParse(`http://${text}/`);

const isMoment = (text: string): boolean => {
  const at = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return at >= 0 && at <= Date.parse('9999-12-31T23:59:59.999Z');
};

const isShort = (text: string | undefined, max: number): text is string =>
  text !== undefined && text.trim() !== '' && text.length <= max && !/\p{Cc}|\p{Cs}/u.test(text);

/** What is wrong with a condition; null: nothing. */
export function conditionFault(condition: RuleCondition): FaultOfCondition | null {
  const kind = condition.kind as ConditionKind;
  if (!conditionKinds.includes(kind)) return { field: 'kind', code: 'links.rule_kind_unknown' };
  const known: readonly string[] = ['kind', 'is_not', ...fieldsOf[kind]];
  for (const [field, value] of Object.entries(condition))
    if (value !== undefined && !known.includes(field))
      return { field: field as keyof RuleCondition, code: 'links.rule_field_unknown' };
  return faults[kind](condition);
}

type Judge = (condition: RuleCondition) => FaultOfCondition | null;

const at = (field: keyof RuleCondition, code: ConditionFault): FaultOfCondition => ({ field, code });

const listed =
  (code: ConditionFault, isRight: (value: string) => boolean): Judge =>
  ({ values = [] }) =>
    values.length > 0 && values.length <= MAX_CONDITION_VALUES && values.every(isRight) ? null : at('values', code);

const among = (options: readonly string[]): Judge =>
  listed('links.rule_values_invalid', (value) => options.includes(value));

const zoned = ({ time_zone = '' }: RuleCondition): FaultOfCondition | null =>
  isTimeZone(time_zone) ? null : at('time_zone', 'links.rule_time_zone_invalid');

const referrers = listed('links.rule_referrer_invalid', isHostName);

const isVisit = (number: number | undefined): boolean =>
  number === undefined || (Number.isInteger(number) && number >= 1 && number <= MAX_VISITS);

const faults: Record<ConditionKind, Judge> = {
  language: listed('links.rule_language_invalid', (value) => LANGUAGE.test(value)),
  country: listed('links.rule_country_invalid', isCountry),
  city: listed('links.rule_values_invalid', (value) => isShort(value, CITY_LENGTH)),
  device: among(ruleDevices),
  system: among(ruleSystems),
  browser: among(ruleBrowsers),
  time_of_day: (condition) => {
    const { from = '', to = '' } = condition;
    if (!TIME.test(from)) return at('from', 'links.rule_time_invalid');
    if (!TIME.test(to) || from === to) return at('to', 'links.rule_time_invalid');
    return zoned(condition);
  },
  weekday: (condition) => among(weekdays)(condition) ?? zoned(condition),
  date: ({ from, to }) => {
    if (from === undefined && to === undefined) return at('from', 'links.rule_date_invalid');
    if (from !== undefined && !isMoment(from)) return at('from', 'links.rule_date_invalid');
    if (to !== undefined && !isMoment(to)) return at('to', 'links.rule_date_invalid');
    const isTurned = from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to);
    return isTurned ? at('to', 'links.rule_date_invalid') : null;
  },
  query: ({ name, op = '', value }) => {
    if (!isShort(name, QUERY_LENGTH)) return at('name', 'links.rule_query_invalid');
    if (!queryOperators.includes(op as QueryOperator)) return at('op', 'links.rule_query_invalid');
    if (op === 'present' || op === 'no_value')
      return value === undefined ? null : at('value', 'links.rule_field_unknown');
    return isShort(value, QUERY_LENGTH) ? null : at('value', 'links.rule_query_invalid');
  },
  referrer: (condition) => (condition.none && condition.values === undefined ? null : referrers(condition)),
  visit_number: ({ at_least, at_most }) => {
    if (!isVisit(at_least) || (at_least === undefined && at_most === undefined))
      return at('at_least', 'links.rule_visits_invalid');
    const isTurned = at_least !== undefined && at_most !== undefined && at_least > at_most;
    return isVisit(at_most) && !isTurned ? null : at('at_most', 'links.rule_visits_invalid');
  },
  ip: listed('links.rule_ip_invalid', isAddressOrNetwork),
};
