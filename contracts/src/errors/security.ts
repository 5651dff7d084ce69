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
  'security.own_email_unconfirmed': { status: 400 },
  'security.mail_unavailable': { status: 400 },
  'security.block_address_invalid': { status: 400 },
  'security.block_expiry_invalid': { status: 400 },
  'security.block_own_address': { status: 400 },
  'security.block_loopback': { status: 400 },
  'security.block_too_wide': { status: 400 },
  'security.already_blocked': { status: 409 },
  'security.blocks_full': { status: 409 },
  'security.block_not_found': { status: 404 },
  'security.threat_not_found': { status: 404 },
  'security.threat_not_active': { status: 409 },
  'security.threat_without_address': { status: 409 },
  'security.address_blocked': { status: 403 },
  'security.address_not_allowed': { status: 403 },
  'security.two_factor_setup_required': { status: 403 },
});
