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

/**
 * SELECT columns and GROUP BY that count clicks and visitors by every dimension in one pass over `clicks`. Visitors are
 * numbered anew each UTC day, so counts of different days may be added up.
 */
export function countByDimensions(options: CountOptions): { columns: string; groupBy: string } {
  const names = namesOf(options);
  const sets = [[], ...names.map((name) => (name === 'city' ? ['country', 'city'] : [name]))];
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

/** A dimension of a click as SQL: its name, its value, and the country of a city. */
export const entryOf = (name: string): string =>
  `('${name}', toString(${name}), ${name === 'city' ? 'toString(country)' : "''"})`;

/**
 * The same, by taking each click once for every dimension: costs less for a few clicks, where the many sets are what takes
 * time, and more for many.
 */
export function countFewByDimensions(options: CountOptions): { columns: string; arrayJoin: string; groupBy: string } {
  const entries = namesOf(options).map(entryOf);
  return {
    columns:
      'entry.1 AS dimension, entry.2 AS value, entry.3 AS detail, count() AS clicks, uniqExact(visitor) AS visitors',
    arrayJoin: `ARRAY JOIN [('${TOTAL}', '', ''), ${entries.join(', ')}] AS entry`,
    groupBy: [...options.per, 'entry'].join(', '),
  };
}
