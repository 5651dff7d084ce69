import { type ConditionKind, conditionKinds, type RuleCondition, zoneNames } from '@linkway/contracts/rules';
import type { Link } from '@linkway/kit/api';
import { readNumber } from './typed-number';

type LinkRules = NonNullable<Link['rules']>;

/** A condition as the form holds it: the fields of every kind, so that nothing typed is lost when another kind is looked at. */
export interface ConditionRow {
  kind: string;
  /** Whether it is negated. */
  is_not: boolean;
  values: string[];
  from: string;
  to: string;
  time_zone: string;
  /** ISO times, or what was typed and is none. */
  since: string | null;
  until: string | null;
  name: string;
  op: string;
  value: string;
  none: boolean;
  /** Numbers as they are typed. */
  at_least: string;
  at_most: string;
}

export interface RuleRow {
  name: string;
  url: string;
  any_of: { all_of: ConditionRow[] }[];
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const emptyCondition: ConditionRow = {
  kind: 'language',
  is_not: false,
  values: [],
  from: '',
  to: '',
  time_zone: zoneNames[here] ?? here,
  since: null,
  until: null,
  name: '',
  op: 'is',
  value: '',
  none: false,
  at_least: '',
  at_most: '',
};
export const emptyRule: RuleRow = { name: '', url: '', any_of: [{ all_of: [emptyCondition] }] };

type Condition = LinkRules[number]['any_of'][number]['all_of'][number];

function rowOf({ from, to, at_least, at_most, ...condition }: Condition): ConditionRow {
  const isDate = condition.kind === 'date';
  return {
    ...emptyCondition,
    ...condition,
    from: isDate ? '' : (from ?? ''),
    to: isDate ? '' : (to ?? ''),
    since: isDate ? (from ?? null) : null,
    until: isDate ? (to ?? null) : null,
    at_least: String(at_least ?? ''),
    at_most: String(at_most ?? ''),
  };
}

export const ruleRowsOf = (rules: LinkRules = []): RuleRow[] =>
  rules.map(({ name = '', url, any_of }) => ({
    name,
    url,
    any_of: any_of.map(({ all_of }) => ({ all_of: all_of.map(rowOf) })),
  }));

/** A number that is none is sent as one that the rules refuse. */
const numberOf = (typed: string): number | undefined => (typed.trim() === '' ? undefined : (readNumber(typed) ?? 0));

const sentOf: Record<ConditionKind, (row: ConditionRow) => Omit<RuleCondition, 'kind'>> = {
  language: ({ values }) => ({ values }),
  country: ({ values }) => ({ values }),
  city: ({ values }) => ({ values }),
  device: ({ values }) => ({ values }),
  system: ({ values }) => ({ values }),
  browser: ({ values }) => ({ values }),
  ip: ({ values }) => ({ values }),
  time_of_day: ({ from, to, time_zone }) => ({ from: from.trim(), to: to.trim(), time_zone }),
  weekday: ({ values, time_zone }) => ({ values, time_zone }),
  date: ({ since, until }) => ({ from: since ?? undefined, to: until ?? undefined }),
  query: ({ name, op, value }) => ({ name: name.trim(), op, ...(['is', 'contains'].includes(op) && { value }) }),
  referrer: ({ values, none }) => (none ? { none } : { values }),
  visit_number: ({ at_least, at_most }) => ({ at_least: numberOf(at_least), at_most: numberOf(at_most) }),
};

const isKnown = (kind: string): kind is ConditionKind => (conditionKinds as string[]).includes(kind);

/** What the API is sent of a condition. */
export function conditionOf(row: ConditionRow): RuleCondition {
  const { kind, is_not } = row;
  const fields = isKnown(kind) ? sentOf[kind](row) : {};
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { kind, ...(is_not && { is_not }), ...Object.fromEntries(given) };
}

export const rulesSent = (rows: readonly RuleRow[]) =>
  rows.map(({ name, url, any_of }) => ({
    ...(name.trim() && { name: name.trim() }),
    url: url.trim(),
    any_of: any_of.map(({ all_of }) => ({ all_of: all_of.map(conditionOf) })),
  }));

/** What the form calls a field of the API: times of a date have names of their own. */
export function nameInRules(field: string, rows: readonly RuleRow[]): string {
  const [, rule, group, at, name] = /^rules\.(\d+)\.any_of\.(\d+)\.all_of\.(\d+)\.(from|to)$/.exec(field) ?? [];
  const row = rows[Number(rule)]?.any_of[Number(group)]?.all_of[Number(at)];
  if (row?.kind !== 'date') return field;
  return field.replace(/(from|to)$/, name === 'from' ? 'since' : 'until');
}
