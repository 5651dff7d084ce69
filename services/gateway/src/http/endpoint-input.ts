import { type EndpointContract, errorMessage } from '@linkway/contracts';
import { AppError, invalidInput } from '@linkway/platform';
import type { ZodError, z } from 'zod';
import type { EndpointParts } from './api-request.js';

interface RawInput {
  params: unknown;
  query: unknown;
  headers: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** Parses what came in with the contract of the operation; throws the problem that names every wrong field. */
export function parseInput(contract: EndpointContract, raw: RawInput): EndpointParts {
  return {
    params: parseParams(contract, raw.params),
    query: contract.query ? parsed(contract.query, single(raw.query)) : {},
    headers: contract.headers ? parsed(contract.headers, named(contract.headers, raw.headers)) : {},
    // Without a body every required field is missing, which says more than "the body is missing".
    body: contract.body ? parsed(contract.body, raw.body === undefined ? {} : raw.body) : {},
  };
}

// An id that cannot be one is answered as one that does not exist.
function parseParams(contract: EndpointContract, raw: unknown): unknown {
  if (!contract.params) return {};
  const result = contract.params.safeParse(raw);
  if (result.success) return result.data;
  throw new AppError(contract.errors.find((code) => code.endsWith('.not_found')) ?? 'request.not_found');
}

/** By the names of the contract: on the wire small and capital letters are the same. */
const named = ({ shape }: z.ZodObject, headers: RawInput['headers']): unknown =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, headers[name.toLowerCase()]]));

function parsed(schema: z.ZodType, raw: unknown): unknown {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  throw withMissingFields(result.error, raw);
}

// zod tells a missing field and one of a wrong kind alike; people are told the difference.
function withMissingFields(error: ZodError, raw: unknown): AppError {
  const problem = invalidInput(error);
  const errors = problem.errors?.map((field) =>
    field.code === 'request.field_type' && valueAt(raw, field.field) === undefined
      ? { ...field, code: 'request.field_required', detail: errorMessage('request.field_required', 'en') }
      : field,
  );
  return new AppError(problem.code, problem.params, errors ? { errors } : {});
}

/** Of what came in, the field that a problem names; undefined: it is not there. */
export const valueAt = (raw: unknown, path: string): unknown =>
  path === ''
    ? raw
    : path
        .split('.')
        .reduce<unknown>(
          (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
          raw,
        );

// `?page=1&page=2` is a list to the query parser. No parameter of the API is one, and picking either would be a guess.
function single(query: unknown): unknown {
  const entries = Object.entries(query as Record<string, unknown>);
  const repeated = entries.filter(([, value]) => Array.isArray(value)).map(([name]) => name);
  if (repeated.length === 0) return Object.fromEntries(entries);
  const detail = errorMessage('request.field_type', 'en');
  throw new AppError(
    'request.invalid',
    {},
    { errors: repeated.map((field) => ({ field, code: 'request.field_type', detail })) },
  );
}
