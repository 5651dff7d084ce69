import { defineErrors } from './define.js';

/** Sign-in with Google. */
export const googleErrors = defineErrors({
  'google.not_configured': { status: 403 },
  'google.unavailable': { status: 503 },
  'google.sign_in_invalid': { status: 403 },
  'google.sign_in_over': { status: 410 },
  'google.email_unverified': { status: 403 },
  'google.address_unconfirmed': { status: 409 },
});
