import { isDeepStrictEqual } from 'node:util';
import type { Direction, JsonSchema } from './json-schema.js';
import type { Snapshot } from './snapshots.js';

interface Rules {
  direction: Direction;
  /** Stored events and services not yet updated still give the old form; the gateway's own answers never do. */
  oldWritersRemain: boolean;
}

/**
 * What a change breaks for those who still hold the published form; empty when nothing.
 * What others read (`output`) may only lose freedom or gain fields; what others write (`input`) may only gain freedom.
 */
export function incompatibilities(published: Snapshot, now: Snapshot | undefined): string[] {
  const { name, kind } = published;
  if (!now) return [`${name}: the contract was removed`];
  const found: string[] = [];
  if (published.route !== now.route) found.push(`${name}: moved from ${published.route} to ${now.route}`);
  if (published.status !== now.status) found.push(`${name}: answers ${now.status} in place of ${published.status}`);
  if (published.permission !== undefined && published.permission !== now.permission) {
    found.push(`${name}: asks for ${permissionName(now)} in place of ${permissionName(published)}`);
  }
  for (const [part, { direction, schema }] of Object.entries(published.parts)) {
    const current = now.parts[part]?.schema;
    const path = `${name} ${part}`;
    if (!current) found.push(`${path}: removed`);
    else found.push(...compare(schema, current, path, { direction, oldWritersRemain: kind !== 'endpoint' }));
  }
  for (const [part, { direction, schema }] of Object.entries(now.parts)) {
    if (published.parts[part] || direction === 'output') continue;
    found.push(...(schema.required ?? []).map((field) => `${name} ${part}.${field}: newly required`));
  }
  return found;
}

const limits = { output: 'would surprise its readers', input: 'is no longer accepted' };

function compare(before: JsonSchema, after: JsonSchema, path: string, rules: Rules): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isUnion(before) || isUnion(after)) return compareUnions(variantsOf(before), variantsOf(after), path, rules);
  const { narrow, wide } = sides(before, after, rules);
  if (!sameType(narrow, wide)) return [`${path}: ${typeName(before)} became ${typeName(after)}`];
  return [
    ...compareValues(narrow, wide, path, rules),
    ...compareLimits(narrow, wide, path, rules),
    ...compareFields(before, after, path, rules),
    ...compareContents(before, after, path, rules),
  ];
}

/** Every value of the narrow side must be one of the wide side. */
const sides = <T>(before: T, after: T, { direction }: Rules) =>
  direction === 'output' ? { narrow: after, wide: before } : { narrow: before, wide: after };

function compareUnions(before: JsonSchema[], after: JsonSchema[], path: string, rules: Rules): string[] {
  const notNull = (variants: JsonSchema[]) => variants.filter((variant) => variant.type !== 'null');
  const [was, is] = [notNull(before), notNull(after)];
  const nulls = sides(was.length < before.length, is.length < after.length, rules);
  const found = nulls.narrow && !nulls.wide ? [`${path}: null ${limits[rules.direction]}`] : [];
  if (was[0] && is[0] && was.length === 1 && is.length === 1) return [...found, ...compare(was[0], is[0], path, rules)];
  const { narrow, wide } = sides(was, is, rules);
  const isOutput = rules.direction === 'output';
  for (const variant of narrow) {
    const fits = (other: JsonSchema) =>
      (isOutput ? compare(other, variant, path, rules) : compare(variant, other, path, rules)).length === 0;
    if (!wide.some(fits)) found.push(`${path}: ${typeName(variant)} ${limits[rules.direction]}`);
  }
  return found;
}

function compareValues(narrow: JsonSchema, wide: JsonSchema, path: string, { direction }: Rules): string[] {
  const allowed = valuesOf(wide);
  if (!allowed) return [];
  const extra = valuesOf(narrow)?.filter((value) => !allowed.includes(value)) ?? ['any other value'];
  return extra.map((value) => `${path}: ${JSON.stringify(value)} ${limits[direction]}`);
}

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
// Whether one pattern takes all that another takes cannot be told, so a different one counts as a change.
const exact = ['pattern', 'format', 'multipleOf', 'uniqueItems', 'allOf'];

function compareLimits(narrow: JsonSchema, wide: JsonSchema, path: string, { direction }: Rules): string[] {
  const within = (keyword: string, ordered: (inner: number, outer: number) => boolean) => {
    const [inner, outer] = [narrow[keyword], wide[keyword]];
    return typeof outer !== 'number' || (typeof inner === 'number' && ordered(inner, outer));
  };
  const broken = [
    ...lower.filter((keyword) => !within(keyword, (inner, outer) => inner >= outer)),
    ...upper.filter((keyword) => !within(keyword, (inner, outer) => inner <= outer)),
    ...exact.filter((keyword) => wide[keyword] !== undefined && !isDeepStrictEqual(wide[keyword], narrow[keyword])),
  ];
  return broken.map((keyword) => `${path}: what the other ${keyword} allowed ${limits[direction]}`);
}

function compareFields(before: JsonSchema, after: JsonSchema, path: string, rules: Rules): string[] {
  const found: string[] = [];
  const isInput = rules.direction === 'input';
  if (isInput && before.additionalProperties !== false && after.additionalProperties === false) {
    found.push(`${path}: an unknown field ${limits.input}`);
  }
  for (const [name, schema] of Object.entries(before.properties ?? {})) {
    const field = `${path}.${name}`;
    const current = after.properties?.[name];
    if (!current) {
      found.push(`${field}: removed`);
      continue;
    }
    const [was, is] = [isRequired(before, name), isRequired(after, name)];
    if (was && !is && !isInput) found.push(`${field}: became optional`);
    if (!was && is && isInput) found.push(`${field}: newly required`);
    if (!was && is && !isInput && rules.oldWritersRemain) found.push(`${field}: newly required, older data lacks it`);
    found.push(...compare(schema, current, field, rules));
  }
  for (const name of Object.keys(after.properties ?? {}).filter((key) => !before.properties?.[key])) {
    const field = `${path}.${name}`;
    if (!isInput && before.additionalProperties === false) found.push(`${field}: readers refuse a new field here`);
    if (!isRequired(after, name)) continue;
    if (isInput) found.push(`${field}: newly required`);
    else if (rules.oldWritersRemain) found.push(`${field}: a new field must be optional, older data lacks it`);
  }
  return found;
}

function compareContents(before: JsonSchema, after: JsonSchema, path: string, rules: Rules): string[] {
  return (['items', 'propertyNames', 'additionalProperties'] as const).flatMap((keyword) => {
    const [was, is] = [before[keyword], after[keyword]];
    if (typeof was === 'object' && typeof is === 'object') return compare(was, is, `${path}[]`, rules);
    const { narrow, wide } = sides(was, is, rules);
    return typeof wide === 'object' && narrow !== false ? [`${path}: ${keyword} ${limits[rules.direction]}`] : [];
  });
}

const permissionName = ({ permission }: Snapshot) => permission ?? 'no permission';
const isUnion = (schema: JsonSchema) => Boolean(schema.anyOf ?? schema.oneOf) || Array.isArray(schema.type);
const isRequired = (schema: JsonSchema, name: string) => schema.required?.includes(name) ?? false;
const typeName = (schema: JsonSchema) => String(schema.type ?? 'anything');
const valuesOf = (schema: JsonSchema) => (schema.const === undefined ? schema.enum : [schema.const]);

const sameType = (narrow: JsonSchema, wide: JsonSchema) =>
  wide.type === undefined || wide.type === narrow.type || (wide.type === 'number' && narrow.type === 'integer');

function variantsOf(schema: JsonSchema): JsonSchema[] {
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }));
  return schema.anyOf ?? schema.oneOf ?? [schema];
}
