import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { auditDetailsSchema, auditTargetSchema } from '../events/audit.js';
import { auditLevels, auditModules } from '../rules/audit.js';
import { isStorableTime, lineOfText, timestampSchema } from '../text.js';
import { pageQuery, pagesSchema } from './pages.js';

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, { error: 'audit_log.noted_head_invalid' });

export const auditEntrySchema = z
  .object({
    seq: z.int().describe('Its number in the chain: 1, 2, 3 and so on, in the order in which entries were written.'),
    id: z.uuid(),
    timestamp: timestampSchema.describe('When it was done.'),
    level: z.enum(auditLevels),
    action: z.string().describe('A code that does not change, such as session.signed_in.'),
    module: z.string().describe('The area that it belongs to.'),
    user_id: z.uuid().nullable().describe('Who did it; null: nobody who is known, or the product by itself.'),
    user_email: z.string().nullable().describe('As it was then.'),
    user_name: z.string().nullable(),
    target: auditTargetSchema.nullable().describe('What it was done to.'),
    ip_address: z.string().nullable().describe('That it was done from; null: none, or it is kept no longer.'),
    details: auditDetailsSchema,
    prev_hash: z.string().describe('Hash of the entry before; 64 zeros at the first one.'),
    hash: z.string().describe('SHA-256 over prev_hash and what this entry says, in hexadecimal digits.'),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntrySchema>;

const instant = z.iso
  .datetime({ offset: true, error: 'audit_log.date_invalid', abort: true })
  .refine(isStorableTime, { error: 'audit_log.date_invalid' });

export const auditFilterSchema = z.object({
  search: lineOfText(200)
    .optional()
    .describe(
      'Part of the action, the user, what it was done to, the address or the details; upper or lower case alike.',
    ),
  level: z.enum(auditLevels, { error: 'request.field_type' }).optional(),
  module: z.enum(auditModules, { error: 'request.field_type' }).optional(),
  from: instant.optional().describe('Done at this time or later.'),
  to: instant.optional().describe('Done before this time.'),
});
export type AuditFilter = z.output<typeof auditFilterSchema>;

export const listAuditLogQuerySchema = auditFilterSchema.extend(pageQuery.shape);
export type ListAuditLogQuery = z.output<typeof listAuditLogQuerySchema>;

export const auditExportFormatSchema = z.enum(['csv', 'json'], { error: 'request.field_type' });
export type AuditExportFormat = z.output<typeof auditExportFormatSchema>;

/** An entry that was noted before, in another place than the log. */
export const notedHeadSchema = z.object({
  seq: z.coerce.number({ error: 'audit_log.noted_head_invalid' }).int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  hash: hashSchema.optional(),
});

/** What a verification that has more entries before it is gone on with. */
const nextSchema = z.string().max(1_000, { error: 'audit_log.next_invalid' });

export const auditVerificationSchema = z
  .object({
    whole: z
      .boolean()
      .describe('Of the entries so far nothing was changed, taken out, put in or moved, as far as the chain can tell.'),
    complete: z
      .boolean()
      .optional()
      .describe(
        'All that there were when it began were looked at; false: it is gone on with by `next`. A service of the former release does not say: it looks at all.',
      ),
    next: nextSchema
      .nullable()
      .optional()
      .describe('With this the next portion is asked for, within an hour; null: it is complete.'),
    entries: z.int().describe('How many were looked at, in all portions.'),
    first_seq: z.int().nullable().optional().describe('The first of them; null: none.'),
    head: z
      .object({ seq: z.int(), hash: z.string() })
      .nullable()
      .describe(
        'The last of them. Who notes it elsewhere can prove later that nothing before it was changed. null: none.',
      ),
    last_seq: z.int().optional().describe('The last entry that there was when it began; 0: none.'),
    first_broken_seq: z.int().nullable().describe('The first entry that does not fit; null: all do.'),
    fault: z
      .enum(['changed', 'unlinked', 'missing', 'repeated'])
      .nullable()
      .describe(
        'changed: it says something else than its hash; unlinked: it does not follow from the one before; missing: it is not there; repeated: it is there twice.',
      ),
    missing: z.int().describe('How many numbers up to the head have no entry.'),
    noted_head: z
      .enum(['same', 'other', 'missing'])
      .nullable()
      .describe('Whether the entry that the question names still has that hash; null: it names none.'),
    verified_at: timestampSchema,
  })
  .meta({ id: 'AuditVerification' });
export type AuditVerification = z.output<typeof auditVerificationSchema>;

const admin = { tag: 'audit-log', auth: 'session', permission: 'admin:audit' } as const;
const filterErrors = ['request.invalid', 'audit_log.date_invalid', 'audit_log.range_invalid'] as const;

export const listAuditLog = defineEndpoint({
  ...admin,
  operationId: 'listAuditLog',
  method: 'get',
  path: '/api/admin/audit-log',
  summary: 'What was done in this installation that matters for its security, the newest first',
  query: listAuditLogQuerySchema,
  success: {
    status: 200,
    body: z.object({ data: z.array(auditEntrySchema), pagination: pagesSchema }),
    description: 'One page of entries',
  },
  errors: filterErrors,
  forward: { to: 'qry.analytics.audit-log.v1', timeoutMs: 15_000 },
});
export const listAuditLogRpc = forwardedRpc(listAuditLog);

export const verifyAuditLog = defineEndpoint({
  ...admin,
  operationId: 'verifyAuditLog',
  method: 'get',
  path: '/api/admin/audit-log/verification',
  summary:
    'Prove the chain of the audit log from its first entry on, in portions; what came of a whole proof is an entry, too',
  query: notedHeadSchema.extend({
    next: nextSchema
      .optional()
      .describe(
        'Of the answer before: goes on with its proof, of which also the noted entry is. Without it one begins.',
      ),
  }),
  success: { status: 200, body: auditVerificationSchema, description: 'What came of all portions so far' },
  errors: ['request.invalid', 'audit_log.noted_head_invalid', 'audit_log.next_invalid'],
});

export const exportAuditLog = defineEndpoint({
  ...admin,
  operationId: 'exportAuditLog',
  method: 'get',
  path: '/api/admin/audit-log/export',
  summary: 'All entries that a filter finds as a file, the newest first; that it was done is an entry, too',
  query: auditFilterSchema.extend({ format: auditExportFormatSchema.default('csv') }),
  success: {
    status: 200,
    media: ['text/csv', 'application/json'],
    description: 'The file: CSV with a line of names, or a JSON array of AuditEntry',
  },
  errors: filterErrors,
});
