import { createHash } from 'node:crypto';
import type { RangeRpc, RowKey, RpcInput, RpcReply, VersionsRpc } from '@linkway/contracts';

/** A row of an owner or of a copy; without content it is gone. */
export interface Row<C extends object = object> {
  key: RowKey;
  version: number;
  content: C | null;
}

/** An answer about many rows stays well below what NATS carries (1 MiB). */
const MAX_ANSWER_BYTES = 512 * 1024;

export const idOf = (key: RowKey): string => JSON.stringify(key);

/** By their UTF-8 bytes, column after column, as PostgreSQL's collation "C" and its uuids do. */
export function compareKeys(a: RowKey, b: RowKey): number {
  for (const [column, value] of a.entries()) {
    const order = Buffer.compare(Buffer.from(value), Buffer.from(b[column] ?? ''));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/**
 * Short digest of the fields that count. What is null or missing leaves no trace, so that a release that does not know a
 * new field yet agrees with one that does, as long as nobody uses it.
 */
export function digestOf(content: object, fields: readonly string[]): string {
  const values = content as Record<string, unknown>;
  const counted = [...fields].sort().map((field) => [field, canonical(values[field])] as const);
  const text = JSON.stringify(counted.filter(([, value]) => value !== null));
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function canonical(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, part]) => [name, canonical(part)] as const);
  return entries.filter(([, part]) => part !== null).sort(([a], [b]) => (a < b ? -1 : 1));
}

export const rowDigest = ({ content }: Row, fields: readonly string[]): string | null =>
  content === null ? null : digestOf(content, fields);

/** The owner's answer about a range of its rows. */
export const rangeReply = (rows: readonly Row[], fields: readonly string[]): RpcReply<RangeRpc> => ({
  rows: rows.map((row) => ({ key: row.key, version: row.version, digest: rowDigest(row, fields) })),
});

/** The owner's answer about keys: `rows` is what it has of them. */
export function versionsReply<C extends object>(
  { keys, fields }: RpcInput<VersionsRpc>,
  rows: readonly Row<C>[],
): { rows: { key: RowKey; version: number | null; content: C | null }[]; checked: number } {
  const known = new Map(rows.map((row) => [idOf(row.key), row]));
  const differing: { key: RowKey; version: number | null; content: C | null }[] = [];
  let bytes = 0;
  let checked = 0;
  for (const asked of keys) {
    const row = known.get(idOf(asked.key));
    if (!agree(asked, row, fields)) {
      bytes += row?.content ? JSON.stringify(row.content).length : 0;
      if (bytes > MAX_ANSWER_BYTES && differing.length > 0) break;
      differing.push({ key: asked.key, version: row?.version ?? null, content: row?.content ?? null });
    }
    checked += 1;
  }
  return { rows: differing, checked };
}

function agree(
  asked: { version: number | null; digest?: string | null | undefined },
  row: Row | undefined,
  fields: readonly string[],
): boolean {
  // A row that nobody has, and one that is gone by both accounts, whatever the version.
  if (row === undefined) return asked.version === null || asked.digest === null;
  return row.version === asked.version && (asked.digest === undefined || asked.digest === rowDigest(row, fields));
}
