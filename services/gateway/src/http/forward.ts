import type { Forward, Locale } from '@linkway/contracts';
import type { EndpointParts } from './api-request.js';

/** What only the gateway knows of a request. */
export interface Surroundings {
  readonly ip: string;
  /** null: the operation is not told of it. */
  readonly device: string | null;
  readonly idempotencyKey: string | null;
  readonly language: Locale;
}

/** The request to the service that answers an operation: path, query and body by their own names, and what `forward` adds. */
export function forwardedRequest(
  forward: Forward,
  { params, query, body }: EndpointParts,
  { ip, device, idempotencyKey, language }: Surroundings,
): Record<string, unknown> {
  return {
    // The path has the last word: what it names is what was asked for.
    ...(forward.bodyAs === undefined ? (body as object) : { [forward.bodyAs]: body }),
    ...(query as object),
    ...(params as object),
    ...(forward.withAddress && { ip }),
    ...(forward.withDevice && { device }),
    ...(forward.withLanguage && { language }),
    ...(forward.withIdempotencyKey && { idempotency_key: idempotencyKey }),
  };
}
