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

/**
 * SELECT columns and GROUP BY that count clicks and visitors by every dimension in one pass over `clicks`, for each value of
 * the columns in `per`. Visitors are numbered anew each UTC day, so counts of different days may be added up.
 */
export function countByDimensions(options: { withLinks: boolean; per: readonly string[] }): {
  columns: string;
  groupBy: string;
} {
  // A column that is in every set cannot be told by grouping(), and has one value there anyway.
  const names = [...DIMENSIONS, ...(options.withLinks ? [LINK] : [])].filter((name) => !options.per.includes(name));
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
