import { z } from 'zod';

export type Direction = 'input' | 'output';
/** As much of JSON Schema as zod writes. */
export interface JsonSchema {
  [keyword: string]: unknown;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  /** Keywords for documents alone: the check itself is code, and its snapshot stays free of them. */
  documented?: { format?: string; pattern?: string };
}

interface Rendered {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: object;
}

/** Readers ignore what they do not know, so only a strict object says that nothing else may be there. */
export function openObjects({ zodSchema, jsonSchema }: Rendered): void {
  const { def } = zodSchema._zod;
  if (def.type !== 'object' || def.catchall) return;
  delete (jsonSchema as JsonSchema).additionalProperties;
}

/**
 * As documents show a schema. zod writes a long pattern beside `format`; people read the format. What a check in code means is told by
 * `documented`, and a pattern keeps to what the tools of every language know.
 */
export function forDocuments({ jsonSchema }: Rendered): void {
  const schema = jsonSchema as JsonSchema;
  if (schema.format) delete schema.pattern;
  if (schema.pattern) schema.pattern = portable(schema.pattern);
  Object.assign(schema, schema.documented);
  delete schema.documented;
  // The safe-integer bounds that every whole number gets say nothing.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/**
 * A document in which nothing stands beside a reference that would refuse all that it refers to: of a described schema zod writes that it has
 * no other fields than its own, which it has none of there.
 */
export function openReferences<T>(document: T): T {
  if (Array.isArray(document)) return document.map(openReferences) as T;
  if (typeof document !== 'object' || document === null) return document;
  const closes = '$ref' in document && 'additionalProperties' in document;
  const kept = Object.entries(document).filter(([keyword]) => !(closes && keyword === 'additionalProperties'));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, openReferences(value)])) as T;
}

/** `\\p{Cc}` in code points; a lone half of a surrogate pair cannot be sent, so nothing stands for `\\p{Cs}`. */
const portable = (pattern: string): string =>
  pattern.replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f').replaceAll('\\p{Cs}', '');

/** A contract's schema as it is kept in snapshots: every constraint, no reference, nothing that is only for people. */
export function toSnapshot(schema: z.ZodType, io: Direction): JsonSchema {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io, override: openObjects }) as JsonSchema;
  return inlined(root, $defs, []);
}

function inlined(schema: JsonSchema, defs: Record<string, JsonSchema>, within: string[]): JsonSchema {
  return mapSchemas(schema, ({ $ref, description: _d, title: _t, examples: _e, id: _i, documented: _m, ...rest }) => {
    if (!$ref) return rest;
    const name = $ref.replace('#/$defs/', '');
    const target = defs[name];
    if (!target || within.includes(name)) throw new Error(`a contract cannot refer to ${$ref} here`);
    return { ...inlined(target, defs, [...within, name]), ...rest };
  });
}

/** Rebuilds a schema from the leaves up; keys under `properties` and `$defs` are names, not keywords. */
export function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const named = (value: unknown) =>
    Object.fromEntries(Object.entries(value as object).map(([name, inner]) => [name, mapSchemas(inner, change)]));
  const result: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === '$defs') result[keyword] = named(value);
    else if (['anyOf', 'oneOf', 'allOf'].includes(keyword)) {
      result[keyword] = (value as JsonSchema[]).map((inner) => mapSchemas(inner, change));
    } else if (['items', 'additionalProperties', 'propertyNames'].includes(keyword) && typeof value === 'object') {
      result[keyword] = mapSchemas(value as JsonSchema, change);
    } else result[keyword] = value;
  }
  return change(result);
}
