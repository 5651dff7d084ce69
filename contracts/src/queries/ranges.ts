import { z } from 'zod';
import { defineRpc } from '../contract.js';

/** Most rows in one question about a range, and most keys in one question about versions. */
export const RANGE_LIMIT = 1_000;
export const VERSIONS_LIMIT = 500;

/** The columns of a key, in order; keys follow each other as their UTF-8 bytes do. */
export const rowKeySchema = z.array(z.string().max(512)).min(1).max(4);
export type RowKey = z.output<typeof rowKeySchema>;

const fields = z.array(z.string().max(64)).max(64).describe('What of a row counts for its digest.');
const digest = z.string().max(64).nullable().describe('Of the content; null: it is gone, or not known.');

/**
 * How a copy of somebody's rows is compared with its owner: a range of keys with versions and digests, in order of the
 * keys. What was deleted is there too, without a digest, where the owner still knows it.
 */
export function defineRange(subject: string, summary: string) {
  return defineRpc(subject, {
    summary,
    permission: null,
    open: 'A service asks for the copy that it keeps; NATS lets no other one ask.',
    request: z.object({
      after: rowKeySchema.nullable().describe('The range begins behind this key.'),
      limit: z.int().min(1).max(RANGE_LIMIT),
      fields,
    }),
    reply: z.object({ rows: z.array(z.object({ key: rowKeySchema, version: z.int(), digest })) }),
    timeoutMs: 10_000,
  });
}

/**
 * The rows among the given keys that are not as the one who asks has them. `version` null in the answer: the owner does
 * not know the key; `content` null: it is gone. Only the first `checked` keys were looked at, so that an answer stays small.
 */
export function defineVersions<S extends z.ZodType>(subject: string, summary: string, content: S, timeoutMs = 5_000) {
  return defineRpc(subject, {
    summary,
    permission: null,
    open: 'A service asks for the copy that it keeps; NATS lets no other one ask.',
    request: z.object({
      keys: z
        .array(
          z.object({
            key: rowKeySchema,
            version: z.int().nullable().describe('null: not known.'),
            digest: digest.optional().describe('Left out: the version alone tells.'),
          }),
        )
        .max(VERSIONS_LIMIT),
      fields,
    }),
    reply: z.object({
      rows: z.array(z.object({ key: rowKeySchema, version: z.int().nullable(), content: content.nullable() })),
      checked: z.int(),
    }),
    timeoutMs,
  });
}

export type RangeRpc = ReturnType<typeof defineRange>;
export type VersionsRpc<S extends z.ZodType = z.ZodType> = ReturnType<typeof defineVersions<S>>;
