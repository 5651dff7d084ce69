import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { auditEntrySchema, auditFilterSchema } from '../http/audit-log.js';

/** Entries of an export that are asked for at once: a message of NATS takes the longest ones. */
export const AUDIT_EXPORT_PORTION = 200;

export const auditLogPortionRpc = defineRpc('qry.analytics.audit-log-portion.v1', {
  summary: `Up to ${AUDIT_EXPORT_PORTION} entries of the audit log that were written before another, the newest first`,
  permission: 'admin:audit',
  request: z.object({ filter: auditFilterSchema, before_seq: z.int().min(1) }),
  reply: z.object({ data: z.array(auditEntrySchema) }),
  timeoutMs: 15_000,
});
