import { defineErrors } from './define.js';

/** Errors of any request, whatever it asks for. */
export const requestErrors = defineErrors({
  'request.malformed': { status: 400 },
  'request.invalid': { status: 400 },
  'request.field_required': { status: 400 },
  'request.field_type': { status: 400 },
  'request.field_unknown': { status: 400 },
  'request.field_too_long': { status: 400 },
  'request.field_characters': { status: 400 },
  'request.too_large': { status: 413 },
  'request.too_deep': { status: 400 },
  'request.unsupported_media_type': { status: 415 },
  'request.not_found': { status: 404 },
  'request.method_not_allowed': { status: 405 },
  'request.rate_limited': { status: 429 },
  'request.csrf_invalid': { status: 403 },
  'request.origin_forbidden': { status: 403 },
  'request.host_unknown': { status: 421 },
  'request.idempotency_mismatch': { status: 409 },
  'request.changed_meanwhile': { status: 409 },
  'service.busy': { status: 503 },
  'service.unavailable': { status: 503 },
  'service.timeout': { status: 504 },
  'service.internal': { status: 500 },
});
