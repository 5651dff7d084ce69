import { defineEvent } from '../../contract.js';
import { auditRecordSchema } from '../audit.js';

export const contentAuditRecorded = defineEvent(
  'evt.content.audit-recorded.v1',
  'Something was done that the audit log keeps.',
  auditRecordSchema,
  { key: 'id' },
);
