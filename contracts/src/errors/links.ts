import { defineErrors } from './define.js';

/** Short links, their codes and quotas. */
export const linksErrors = defineErrors({
  'links.login_required': { status: 401 },
  'links.not_found': { status: 404 },
  'links.url_required': { status: 400 },
  'links.url_invalid': { status: 400 },
  'links.url_incomplete': { status: 400 },
  'links.url_credentials': { status: 400 },
  'links.url_private': { status: 400 },
  'links.url_loop': { status: 400 },
  'links.url_own_host': { status: 400 },
  'links.destinations_too_long': { status: 400 },
  'links.device_weak': { status: 400 },
  'links.domain_required': { status: 400 },
  'links.domain_unavailable': { status: 400 },
  'links.code_invalid': { status: 400 },
  'links.code_reserved': { status: 409 },
  'links.code_taken': { status: 409 },
  'links.guest_limit': { status: 429 },
  'links.monthly_limit': { status: 403 },
  'links.changes_exceeded': { status: 429 },
  'links.expires_in_past': { status: 400 },
  'links.expires_invalid': { status: 400 },
  'links.max_clicks_invalid': { status: 400 },
  'links.page_too_deep': { status: 400 },
  'links.starting_after_invalid': { status: 400 },
});
