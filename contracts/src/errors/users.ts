import { defineErrors } from './define.js';

/** The administration of people. */
export const usersErrors = defineErrors({
  'users.not_found': { status: 404 },
  'users.own_account': { status: 409 },
  'users.last_admin': { status: 409 },
  'users.impersonation_admin': { status: 409 },
  'users.impersonation_inactive': { status: 409 },
  'users.monthly_links_limit_invalid': { status: 400 },
  'users.subscription_end_date_invalid': { status: 400 },
  'users.subscription_end_date_basic': { status: 400 },
  'users.subscription_end_date_past': { status: 400 },
});
