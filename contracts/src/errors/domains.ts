import { defineErrors } from './define.js';

/** Domains of the platform. */
export const domainsErrors = defineErrors({
  'domains.not_found': { status: 404 },
});
