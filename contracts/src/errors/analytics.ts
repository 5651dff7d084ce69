import { defineErrors } from './define.js';

/** Statistics. */
export const analyticsErrors = defineErrors({
  'analytics.date_invalid': { status: 400 },
  'analytics.range_invalid': { status: 400 },
  'analytics.range_too_fine': { status: 400 },
  'analytics.timezone_invalid': { status: 400 },
});
