import { defineErrors } from './define.js';

/** API keys, as their owner keeps them; what a request that comes with one is refused with is among those of accounts. */
export const apiKeyErrors = defineErrors({
  'api_keys.premium_required': { status: 403 },
  /** By the request that carried the same Idempotency-Key; `id` and `name` are those of the key. */
  'api_keys.made_already': { status: 409 },
  'api_keys.limit_reached': { status: 409 },
  'api_keys.not_found': { status: 404 },
  'api_keys.name_required': { status: 400 },
  'api_keys.read_required': { status: 400 },
  'api_keys.expires_invalid': { status: 400 },
  'api_keys.expires_in_past': { status: 400 },
  'api_keys.domain_unavailable': { status: 400 },
});
