import { defineErrors } from './define.js';

/** Links that belong together, with a time and a budget. */
export const campaignErrors = defineErrors({
  'campaigns.not_found': { status: 404 },
  'campaigns.name_required': { status: 400 },
  'campaigns.dates_required': { status: 400 },
  'campaigns.date_invalid': { status: 400 },
  'campaigns.dates_order': { status: 400 },
  'campaigns.status_invalid': { status: 400 },
  'campaigns.budget_invalid': { status: 400 },
  'campaigns.currency_invalid': { status: 400 },
  'campaigns.limit_reached': { status: 409 },
});
