import { defineErrors } from './define.js';

/** The security centre: its settings, and what it refuses. */
export const securityErrors = defineErrors({
  'security.requests_per_minute_invalid': { status: 400 },
  'security.min_password_length_invalid': { status: 400 },
  'security.session_timeout_invalid': { status: 400 },
  'security.whitelist_too_long': { status: 400 },
  'security.address_invalid': { status: 400 },
  'security.own_address_missing': { status: 400 },
  'security.own_two_factor_missing': { status: 400 },
  'security.address_not_allowed': { status: 403 },
  'security.two_factor_setup_required': { status: 403 },
});
