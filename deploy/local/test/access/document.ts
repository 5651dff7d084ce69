import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../../../contracts/generated/openapi.json', import.meta.url));

interface Described {
  operationId: string;
  description?: string;
  security?: Record<string, string[]>[];
  responses: Record<string, unknown>;
}

/** An operation as the published document has it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly permission: string | null;
  /** Names of security schemes; an empty one where it works without any, too. */
  readonly schemes: readonly string[];
  /** The statuses that it may answer. */
  readonly statuses: readonly number[];
}

const { paths } = JSON.parse(readFileSync(FILE, 'utf8')) as { paths: Record<string, Record<string, Described>> };

export const operations: readonly Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId: id, description = '', security = [], responses }]) => ({
    id,
    method,
    path,
    permission: /permission `(.+?)`/.exec(description)?.[1] ?? null,
    schemes: security.flatMap((scheme) => (Object.keys(scheme).length === 0 ? [''] : Object.keys(scheme))),
    statuses: Object.keys(responses).map(Number),
  })),
);

/** The operation that reads the thing below which this one reads: of `GET /api/links/{id}/age` that of `GET /api/links/{id}`. */
export function inherited(operationId: string): string | null {
  const own = operations.find(({ id }) => id === operationId);
  if (own?.method !== 'get') return null;
  const above = operations.filter(
    ({ method, path }) => method === 'get' && path.endsWith('}') && own.path.startsWith(`${path}/`),
  );
  return above.length === 1 ? (above[0]?.id ?? null) : null;
}
