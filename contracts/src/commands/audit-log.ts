import { z } from 'zod';
import { defineRpc } from '../contract.js';
import {
  auditExportFormatSchema,
  auditFilterSchema,
  auditVerificationSchema,
  notedHeadSchema,
} from '../http/audit-log.js';

/** Who asks, for the entry that tells of it: a caller has an id alone. */
const by = z.object({ email: z.string().max(320), full_name: z.string().max(320) });

export const verifyAuditLogRpc = defineRpc('cmd.analytics.verify-audit-log.v1', {
  summary:
    'Prove a portion of the chain of the audit log; what came of a whole proof is an entry, too; throws audit_log.noted_head_invalid, audit_log.next_invalid',
  permission: 'admin:audit',
  request: z.object({
    noted: notedHeadSchema,
    next: z.string().max(1_000).optional().describe('Of the answer before; without it a proof begins.'),
    by,
  }),
  reply: auditVerificationSchema,
  timeoutMs: 30_000,
});

export const beginAuditExportRpc = defineRpc('cmd.analytics.begin-audit-export.v1', {
  summary: 'Record that the audit log is exported; throws audit_log.range_invalid',
  permission: 'admin:audit',
  request: z.object({ filter: auditFilterSchema, format: auditExportFormatSchema, by }),
  reply: z.object({
    before_seq: z.int().describe('The export has entries below this number: those that there were.'),
    total: z.int().describe('How many of them the filter finds.'),
  }),
  timeoutMs: 15_000,
});
