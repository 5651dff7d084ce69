import { errorMessage } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import type { ApiRequest } from './api-request.js';

const MAX_LENGTH = 255;

/** The Idempotency-Key header of a request that creates; null without one. */
export function idempotencyKey(request: Pick<ApiRequest, 'headers'>): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key === 'string' && key.length <= MAX_LENGTH) return key;
  const code = 'request.field_too_long';
  throw new AppError(
    'request.invalid',
    {},
    { errors: [{ field: 'Idempotency-Key', code, detail: errorMessage(code, 'en') }] },
  );
}
