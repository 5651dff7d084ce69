import type { RangeRpc, RowKey, RpcReply, VersionsRpc } from '@linkway/contracts';
import { VERSIONS_LIMIT } from '@linkway/contracts';
import type { z } from 'zod';
import type { RpcClient } from '../rpc/rpc-client.js';
import { compareKeys, digestOf, idOf, type Row, rowDigest } from './row.js';

/** A row of a copy that has to become what its owner says. */
export interface Mend<C extends object = object> {
  key: RowKey;
  /** The version that the copy had before the owner was asked; null: none. */
  held: number | null;
  /** 0: the owner does not know the key. */
  version: number;
  content: C | null;
  reason: MendReason;
}

/** missing: the copy lacked it; stale: it was older; content: it differed; unknown, ahead: the owner does not have it, or has an older one. */
export type MendReason = 'missing' | 'stale' | 'content' | 'unknown' | 'ahead';

/** A service's copy of another's rows, kept by events and healed by comparison. */
export interface ReadModel<C extends object = object> {
  name: string;
  owner: string;
  /** Those of the owner's fields that the copy keeps. */
  fields: readonly (keyof C & string)[];
  range: RangeRpc;
  versions: VersionsRpc<z.ZodType<C>>;
  /** The copy's rows behind a key, in order of the keys. */
  page(after: RowKey | null, limit: number): Promise<Row<C>[]>;
  read(keys: readonly RowKey[]): Promise<Row<C>[]>;
  /**
   * Writes each where the copy still has the version `held`, or an older one than is told, so that an event that came in
   * between stands. Returns those that it wrote.
   */
  mend(mends: readonly Mend<C>[]): Promise<Mend<C>[]>;
}

type Rpc = Pick<RpcClient, 'call'>;

export interface ComparedPage {
  /** Where the next page begins; null: this was the last. */
  next: RowKey | null;
  rows: number;
  /** Keys that did not agree. */
  suspects: RowKey[];
}

/** Compares a page of the copy with the same range of its owner. */
export async function comparePage(
  model: ReadModel,
  rpc: Rpc,
  after: RowKey | null,
  limit: number,
): Promise<ComparedPage> {
  const { fields } = model;
  const own = await model.page(after, limit);
  const theirs = (await rpc.call(model.range, { after, limit, fields: [...fields] })).rows;
  const ends = [own, theirs].flatMap((rows) => (rows.length < limit ? [] : [(rows.at(-1) as { key: RowKey }).key]));
  const next = ends.sort(compareKeys)[0] ?? null;
  const within = ({ key }: { key: RowKey }): boolean => next === null || compareKeys(key, next) <= 0;
  const held = new Map(own.filter(within).map((row) => [idOf(row.key), row]));
  const suspects: RowKey[] = [];
  let rows = held.size;
  for (const told of theirs.filter(within)) {
    const id = idOf(told.key);
    const row = held.get(id);
    if (!row) rows += 1;
    if (row?.version !== told.version || rowDigest(row, fields) !== told.digest) suspects.push(told.key);
    held.delete(id);
  }
  // What is left, the owner does not have. A tombstone of it is as good as nothing.
  for (const row of held.values()) if (row.content !== null) suspects.push(row.key);
  return { next, rows, suspects };
}

/**
 * What has to be written so that the copy agrees with its owner. The copy is read before the owner is asked: whatever
 * the copy had then, the owner had committed before, so where the owner's version is older it lost something itself.
 */
export async function differences(model: ReadModel, rpc: Rpc, keys: readonly RowKey[]): Promise<Mend[]> {
  const found: Mend[] = [];
  for (let at = 0; at < keys.length; ) {
    const asked = keys.slice(at, at + VERSIONS_LIMIT);
    const held = new Map((await model.read(asked)).map((row) => [idOf(row.key), row]));
    const reply: RpcReply<VersionsRpc> = await rpc.call(model.versions, {
      keys: asked.map((key) => {
        const row = held.get(idOf(key));
        return row
          ? { key, version: row.version, digest: rowDigest(row, model.fields) }
          : { key, version: null, digest: null };
      }),
      fields: [...model.fields],
    });
    for (const told of reply.rows) {
      const mend = mendOf(model, held.get(idOf(told.key)), told as ToldRow);
      if (mend) found.push(mend);
    }
    at += Math.max(1, reply.checked);
  }
  return found;
}

export interface ToldRow<C extends object = object> {
  key: RowKey;
  version: number | null;
  content: C | null;
}

function mendOf(model: ReadModel, row: Row | undefined, told: ToldRow): Mend | null {
  const held = row?.version ?? null;
  const version = told.version ?? 0;
  // Both may call the same content by other digests when one of them knows more fields.
  const digest = told.content && digestOf(told.content, model.fields);
  if (row && held === told.version && digest === rowDigest(row, model.fields)) return null;
  return { key: told.key, held, version, content: told.content, reason: reasonOf(held, told.version) };
}

export function reasonOf(held: number | null, version: number | null): MendReason {
  if (version === null) return 'unknown';
  if (held === null) return 'missing';
  if (held === version) return 'content';
  return held < version ? 'stale' : 'ahead';
}
