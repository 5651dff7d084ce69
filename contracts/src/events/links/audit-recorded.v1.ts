import { defineEvent } from '../../contract.js';
import { auditRecordSchema } from '../audit.js';

export const linksAuditRecorded = defineEvent(
  'evt.links.audit-recorded.v1',
  'Something was done that the audit log keeps.',
  auditRecordSchema,
  { key: 'id' },
);
