import type { CountText } from './counts.js';

/** What clicks are counted by. A city is told apart by its country. */
export const DIMENSIONS = [
  'country',
  'city',
  'device',
  'browser',
  'os',
  'referer',
  'language',
  'kind',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Of a whole workspace, its links are one more. */
export const LINK = 'link_id';
/** All of them together. */
export const TOTAL = 'total';
/** Column of the bucket of a chart that a click is in: a number. */
export const BUCKET = 'bucket';

export interface CountOptions {
  readonly withLinks: boolean;
  /** Count for each value of these columns. */
  readonly per: readonly string[];
  /** Count by `bucket` as well, which FROM must have. */
  readonly withBuckets?: boolean;
}

const namesOf = ({ withLinks, withBuckets, per }: CountOptions): string[] =>
  // A column that is in every set cannot be told by grouping(), and has one value there anyway.
  [...DIMENSIONS, ...(withLinks ? [LINK] : []), ...(withBuckets ? [BUCKET] : [])].filter((name) => !per.includes(name));

/** The columns that a dimension is grouped by. */
const setOf = (name: string): string[] => (name === 'city' ? ['country', 'city'] : [name]);

/**
 * SELECT columns and GROUP BY that count clicks and visitors by every dimension in one pass over `clicks`. Visitors are
 * numbered anew each UTC day, so counts of different days may be added up.
 */
export function countByDimensions(options: CountOptions): { columns: string; groupBy: string } {
  const names = namesOf(options);
  const sets = [[], ...names.map(setOf)];
  // The set of cities has the country as well: city is asked for first.
  const order = ['city', ...names.filter((name) => name !== 'city')];
  const pick = (value: (name: string) => string, otherwise: string) =>
    `multiIf(${order.map((name) => `grouping(${name}) = 0, ${value(name)}`).join(', ')}, ${otherwise})`;
  return {
    columns:
      `${pick((name) => `'${name}'`, `'${TOTAL}'`)} AS dimension, ` +
      `${pick((name) => `toString(${name})`, "''")} AS value, ` +
      `if(grouping(city) = 0, toString(country), '') AS detail, ` +
      'count() AS clicks, uniqExact(visitor) AS visitors',
    groupBy: `GROUPING SETS (${sets.map((set) => `(${[...options.per, ...set].join(', ')})`).join(', ')})`,
  };
}

/** A row of `countInSets`: what it was counted by is where `without` has no bit. */
export interface SetText {
  without: string;
  text: string;
  country: string;
  bucket?: number;
  link_id?: string;
  clicks: string;
  visitors: string;
}

/**
 * The same for an answer that is read here: naming the dimension of each row in SQL is a third of what such a query costs, however few
 * clicks it counts.
 */
export function countInSets(options: Omit<CountOptions, 'per'>): {
  columns: string;
  groupBy: string;
  toText: (row: SetText) => CountText;
} {
  const names = namesOf({ ...options, per: [] });
  const bitOf = (name: string) => 2 ** (names.length - 1 - names.indexOf(name));
  const none = 2 ** names.length - 1;
  const nameOf = new Map([
    [none, TOTAL],
    ...names.map((name) => [setOf(name).reduce((bits, each) => bits - bitOf(each), none), name] as const),
  ]);
  // Of a row they are all empty but one. Those that are no texts stand for themselves.
  const others = [BUCKET, LINK].filter((name) => names.includes(name));
  const texts = names.filter((name) => name !== 'country' && !others.includes(name));
  return {
    columns:
      `grouping(${names.join(', ')}) AS without, concat(${texts.join(', ')}) AS text, ` +
      `${['country', ...others].join(', ')}, count() AS clicks, uniqExact(visitor) AS visitors`,
    groupBy: `GROUPING SETS (${[[], ...names.map(setOf)].map((set) => `(${set.join(', ')})`).join(', ')})`,
    toText: ({ without, text, country, clicks, visitors, ...more }) => {
      const dimension = nameOf.get(Number(without)) ?? TOTAL;
      const value = { country, [BUCKET]: String(more.bucket), [LINK]: more.link_id }[dimension] ?? text;
      return { dimension, value, detail: dimension === 'city' ? country : '', clicks, visitors };
    },
  };
}

/** A dimension of a click as SQL: its name, its value, and the country of a city. */
export const entryOf = (name: string): string =>
  `('${name}', toString(${name}), ${name === 'city' ? 'toString(country)' : "''"})`;

/**
 * The same, by taking each click once for every dimension: costs less for a few clicks, where the many sets are what takes
 * time, and more for many.
 */
export function countFewByDimensions(options: Omit<CountOptions, 'per'>): {
  columns: string;
  arrayJoin: string;
  groupBy: string;
} {
  const entries = namesOf({ ...options, per: [] }).map(entryOf);
  return {
    columns:
      'entry.1 AS dimension, entry.2 AS value, entry.3 AS detail, count() AS clicks, uniqExact(visitor) AS visitors',
    arrayJoin: `ARRAY JOIN [('${TOTAL}', '', ''), ${entries.join(', ')}] AS entry`,
    groupBy: 'entry',
  };
}
