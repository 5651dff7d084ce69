import { defineErrors } from './define.js';

/** Statistics. */
export const analyticsErrors = defineErrors({
  'analytics.date_invalid': { status: 422 },
  'analytics.range_invalid': { status: 422 },
  'analytics.range_too_fine': { status: 422 },
  'analytics.timezone_invalid': { status: 422 },
});
