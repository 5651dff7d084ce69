import { isDeepStrictEqual } from 'node:util';
import { errorMessage } from '@linkway/contracts';
import { AppError } from '@linkway/platform';

const CODE = 'request.changed_meanwhile';

/**
 * Throws `request.changed_meanwhile` for the fields of something that are not as who changes it had read them. One that `isWanted` as it is
 * overtakes nobody: somebody else has made the same change.
 */
export function requireAsExpected(
  now: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
  isWanted: (name: string) => boolean,
): void {
  const overtaken = Object.entries(expected).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, now[name]) && !isWanted(name),
  );
  if (overtaken.length === 0) return;
  const errors = overtaken.map(([field]) => ({ field, code: CODE, detail: errorMessage(CODE, 'en') }) as const);
  throw new AppError(CODE, {}, { errors });
}
