import { MAX_BUCKETS } from './period.js';

/** Clicks and visitors of one value of a dimension. */
export interface CountRow {
  readonly dimension: string;
  readonly value: string;
  /** Country of a city. */
  readonly detail: string;
  readonly clicks: number;
  readonly visitors: number;
}

/** As ClickHouse answers it: 64-bit integers come as text. */
export interface CountText {
  dimension: string;
  value: string;
  detail: string;
  clicks: string;
  visitors: string;
}

export const toCount = ({ clicks, visitors, ...row }: CountText): CountRow => ({
  ...row,
  clicks: Number(clicks),
  visitors: Number(visitors),
});

const TOP = 50;
/** Of one dimension from one read: more than anybody looks at, and every bucket of a period. A link may have a million values of a tag. */
const MOST_VALUES = Math.max(2_000, MAX_BUCKETS + 1);

const FIRST = 'ORDER BY clicks DESC, visitors DESC, value, detail';
/** End of a query of counts that are added up here. */
export const SOME_OF_EACH = `${FIRST} LIMIT ${MOST_VALUES} BY dimension`;
/** The same for `countInSets`, where a link stands for itself. */
export const someOfEachSet = (withLinks: boolean): string =>
  `ORDER BY clicks DESC, visitors DESC, text, country${withLinks ? ', toString(link_id)' : ''} LIMIT ${MOST_VALUES} BY without`;
/** End of a query of counts that are told as they are. */
export const TOP_OF_EACH = `${FIRST} LIMIT ${TOP} BY dimension`;

/** Dimensions of which a read was cut short, and another one has values too: what was cut off may belong to the first fifty. */
export function cutShort(parts: readonly (readonly CountRow[])[]): string[] {
  const reads = new Map<string, number[]>();
  for (const part of parts) {
    const found = new Map<string, number>();
    for (const { dimension } of part) found.set(dimension, (found.get(dimension) ?? 0) + 1);
    for (const [dimension, values] of found) reads.set(dimension, [...(reads.get(dimension) ?? []), values]);
  }
  return [...reads].flatMap(([dimension, values]) =>
    values.length > 1 && Math.max(...values) >= MOST_VALUES ? dimension : [],
  );
}

/** Adds up counts of different days by dimension: the first fifty values of each, most clicks first. */
export function topOf(parts: readonly (readonly CountRow[])[]): Map<string, CountRow[]> {
  const sums = new Map<string, Map<string, CountRow>>();
  for (const row of parts.flat()) {
    let values = sums.get(row.dimension);
    if (!values) sums.set(row.dimension, (values = new Map()));
    const key = `${row.value}\n${row.detail}`;
    const sum = values.get(key);
    values.set(key, sum ? { ...sum, clicks: sum.clicks + row.clicks, visitors: sum.visitors + row.visitors } : row);
  }
  return new Map([...sums].map(([dimension, values]) => [dimension, [...values.values()].sort(byCount).slice(0, TOP)]));
}

const byCount = (a: CountRow, b: CountRow): number =>
  b.clicks - a.clicks || b.visitors - a.visitors || compare(a.value, b.value) || compare(a.detail, b.detail);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
