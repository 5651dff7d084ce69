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
 * SELECT columns and GROUP BY that count clicks and visitors by every dimension in one pass over `clicks`. Visitors are
 * numbered anew each UTC day, so counts of different days may be added up.
 */
export function countByDimensions(options: { withLinks: boolean; perKind: boolean }): {
  columns: string;
  groupBy: string;
} {
  const names: string[] = [...DIMENSIONS, ...(options.withLinks ? [LINK] : [])];
  const prefix = options.perKind ? 'kind' : '';
  // Per kind, `kind` is in every set, so it cannot be told by grouping(); it is a constant there anyway.
  const own = names.filter((name) => !(options.perKind && name === 'kind'));
  const sets = own.map((name) => [prefix, ...(name === 'city' ? ['country', 'city'] : [name])].filter(Boolean));
  // A set of city has country as well: the later one in the list decides.
  const order = ['city', ...own.filter((name) => name !== 'city')];
  const pick = (value: (name: string) => string, otherwise: string) =>
    `multiIf(${order.map((name) => `grouping(${name}) = 0, ${value(name)}`).join(', ')}, ${otherwise})`;
  return {
    columns:
      `${pick((name) => `'${name}'`, `'${TOTAL}'`)} AS dimension, ` +
      `${pick((name) => `toString(${name})`, "''")} AS value, ` +
      `if(grouping(city) = 0, toString(country), '') AS detail, ` +
      'count() AS clicks, uniqExact(visitor) AS visitors',
    groupBy: `GROUPING SETS ((${prefix}), ${sets.map((set) => `(${set.join(', ')})`).join(', ')})`,
  };
}
