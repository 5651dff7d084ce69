import { defineErrors } from './define.js';

/** Accounts, sign-in and sessions. */
export const authErrors = defineErrors({
  'auth.unauthenticated': { status: 401 },
  'auth.forbidden': { status: 403 },
  'session.other_account': { status: 409 },
  'session.not_found': { status: 404 },
  'auth.bad_credentials': { status: 401 },
  'auth.account_disabled': { status: 403 },
  'auth.account_suspended': { status: 403 },
  'auth.throttled': { status: 429 },
  'auth.email_taken': { status: 409 },
  'auth.email_required': { status: 422 },
  'auth.email_invalid': { status: 422 },
  'auth.password_required': { status: 422 },
  'auth.password_weak': { status: 422 },
  'auth.password_common': { status: 422 },
  'auth.password_personal': { status: 422 },
  'auth.password_same': { status: 422 },
  'auth.current_password_wrong': { status: 422 },
  'auth.password_change_required': { status: 403 },
  'auth.full_name_required': { status: 422 },
  'auth.terms_required': { status: 422 },
  'auth.registration_disabled': { status: 403 },
  'auth.confirmation_link_invalid': { status: 410 },
  'auth.reset_link_invalid': { status: 410 },
});
