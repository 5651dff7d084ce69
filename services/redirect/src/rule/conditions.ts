import { type ConditionKind, type LinkRule, weekdays } from '@linkway/contracts';
import { AddressList } from '@linkway/platform';
import { isWithin } from './accepted-languages.js';
import type { Facts } from './facts.js';
import { zoneOf } from './local-time.js';

export type Condition = LinkRule['any_of'][number]['all_of'][number];

/** null: what it asks for is not known of the visitor. */
export type Holds = (facts: Facts) => boolean | null;

const never: Holds = () => null;

/** A condition as a function, with all that can be worked out before a visit. One that cannot be read holds for nobody, and nor does its opposite. */
export function holdsOf(condition: Condition): Holds {
  const make: ((condition: Condition) => Holds) | undefined = Object.hasOwn(kinds, condition.kind)
    ? kinds[condition.kind as ConditionKind]
    : undefined;
  if (make === undefined) return never;
  try {
    const holds = make(condition);
    if (!condition.is_not) return holds;
    return (facts) => {
      const held = holds(facts);
      return held === null ? null : !held;
    };
  } catch {
    // Such as the name of a time zone that this release does not know.
    return never;
  }
}

const lower = (text: string): string => text.toLowerCase();

const oneOf = (values: readonly string[] = [], factOf: (facts: Facts) => string, isKnown = true): Holds => {
  const wanted = new Set(values);
  return (facts) => {
    const fact = factOf(facts);
    return fact === '' && isKnown ? null : wanted.has(fact);
  };
};

/** A time of day as minutes. */
function minutesOf(time = ''): number {
  const [hours, minutes] = time.split(':').map(Number);
  return Number(hours) * 60 + Number(minutes);
}

const kinds: Readonly<Record<ConditionKind, (condition: Condition) => Holds>> = {
  language: ({ values = [] }) => {
    const ranges = values.map(lower);
    return ({ languages }) => languages.some((tag) => ranges.some((range) => isWithin(tag, range)));
  },
  country: ({ values }) => oneOf(values, ({ country }) => country),
  city: ({ values = [] }) => oneOf(values.map(lower), ({ city }) => lower(city)),
  device: ({ values }) => oneOf(values, ({ device }) => device),
  // A system that has no name here is another one.
  system: ({ values }) => oneOf(values, ({ system }) => system, false),
  browser: ({ values }) => oneOf(values, ({ browser }) => browser),
  time_of_day: ({ from, to, time_zone = '' }) => {
    const zone = zoneOf(time_zone);
    const [first, end] = [minutesOf(from), minutesOf(to)];
    const isWithinOneDay = first < end;
    return ({ now }) => {
      const { minutes } = zone.at(now);
      return isWithinOneDay ? minutes >= first && minutes < end : minutes >= first || minutes < end;
    };
  },
  weekday: ({ values = [], time_zone = '' }) => {
    const zone = zoneOf(time_zone);
    const wanted = weekdays.map((day) => values.includes(day));
    return ({ now }) => wanted[zone.at(now).day] === true;
  },
  date: ({ from, to }) => {
    const first = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
    const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
    return ({ now }) => now >= first && now < end;
  },
  query: ({ name = '', op, value = '' }) => {
    const test = queryTests[op ?? ''];
    return test ? (facts) => facts.valuesOf(name).some((given) => test(given, value)) : never;
  },
  referrer: ({ values = [], none }) => {
    if (none) return ({ referrerHost }) => referrerHost === '';
    const hosts = values.map((host) => new URL(`http://${host}/`).hostname);
    return ({ referrerHost }) => hosts.some((host) => referrerHost === host || referrerHost.endsWith(`.${host}`));
  },
  visit_number:
    ({ at_least = 1, at_most = Number.POSITIVE_INFINITY }) =>
    ({ visitNumber }) =>
      visitNumber === null ? null : visitNumber >= at_least && visitNumber <= at_most,
  ip: ({ values = [] }) => {
    const list = new AddressList(values);
    return ({ ip }) => (ip === '' ? null : list.has(ip));
  },
};

const queryTests: Readonly<Record<string, (given: string, wanted: string) => boolean>> = {
  is: (given, wanted) => given === wanted,
  contains: (given, wanted) => given.includes(wanted),
  present: () => true,
  no_value: (given) => given === '',
};
