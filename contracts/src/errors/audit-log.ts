import { defineErrors } from './define.js';

/** The audit log. */
export const auditLogErrors = defineErrors({
  'audit_log.date_invalid': { status: 400 },
  'audit_log.range_invalid': { status: 400 },
  'audit_log.noted_head_invalid': { status: 400 },
  'audit_log.next_invalid': { status: 400 },
});
