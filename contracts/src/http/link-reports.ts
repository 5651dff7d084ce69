import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import {
  blockScopes,
  MAX_BLOCK_NOTE_LENGTH,
  MAX_REPORT_DETAILS_LENGTH,
  REPORTS_KEPT_DAYS,
  reportKinds,
} from '../rules/link-safety.js';
import { idSchema, lineOfText, linesOfText, timestampSchema } from '../text.js';
import { emailSchema } from './auth.js';
import { pageQuery, pagesSchema } from './pages.js';

const admin = { tag: 'link-safety', auth: 'session', permission: 'admin:security' } as const;

export const reportLinkSchema = z.strictObject({
  link: lineOfText(2_048).min(1, { error: 'request.field_required' }).describe('The short link, as it was seen.'),
  kind: z.enum(reportKinds, { error: 'request.field_type' }),
  details: linesOfText(MAX_REPORT_DETAILS_LENGTH).default(''),
  email: z
    .union([z.literal(''), emailSchema], { error: 'auth.email_invalid' })
    .default('')
    .describe('Where administrators may ask back; nothing is sent there by itself.'),
});

export const reportLink = defineEndpoint({
  operationId: 'reportLink',
  method: 'post',
  path: '/api/reports',
  summary:
    'Report a short link that means harm; the answer says nothing of whether there is such a link, and whoever reports it once more within a day is counted once',
  tag: 'guest',
  auth: 'public',
  permission: null,
  body: reportLinkSchema,
  success: { status: 200, body: z.object({ received: z.boolean() }), description: 'Administrators look at it' },
  errors: ['request.invalid', 'links.report_url_invalid', 'links.report_limit'],
  forward: {
    to: 'cmd.links.report-link.v1',
    withAddress: true,
    open: 'Anybody who sees a short link may report it, as everybody may open it.',
  },
});
export const reportLinkRpc = forwardedRpc(reportLink);

export const reportCaseSchema = z
  .object({
    id: z.uuid(),
    link_id: z.uuid(),
    short_url: z.string(),
    link: z
      .object({
        original_url: z.string(),
        addresses: z.array(z.string()).describe('All that it leads to.'),
        title: z.string(),
        workspace_id: z.uuid().nullable().describe("null: a guest's link."),
        user_id: z.uuid().nullable(),
        created_at: timestampSchema,
        is_quarantined: z.boolean(),
      })
      .nullable()
      .describe('null: it was deleted.'),
    state: z.enum(['open', 'quarantined', 'dismissed']),
    reports: z.int(),
    kinds: z.record(z.string(), z.int()).describe('How many of each.'),
    last: z
      .array(
        z.object({
          kind: z.enum(reportKinds),
          details: z.string(),
          email: z.string(),
          created_at: timestampSchema,
        }),
      )
      .describe('The last twenty.'),
    first_at: timestampSchema,
    last_at: timestampSchema,
    decided_at: timestampSchema.nullable(),
    note: z.string(),
  })
  .meta({ id: 'ReportCase' });
export type ReportCase = z.output<typeof reportCaseSchema>;

export const listReportCases = defineEndpoint({
  ...admin,
  operationId: 'listReportCases',
  method: 'get',
  path: '/api/admin/link-reports',
  summary: `Reports of links, gathered by link, the last ones first; they are kept for ${REPORTS_KEPT_DAYS} days after the decision`,
  query: pageQuery.extend({ state: z.enum(['open', 'decided'], { error: 'request.field_type' }).default('open') }),
  success: {
    status: 200,
    body: z.object({ data: z.array(reportCaseSchema), pagination: pagesSchema }),
    description: 'One page of them',
  },
  errors: ['request.invalid'],
  forward: { to: 'qry.links.report-cases.v1' },
});
export const listReportCasesRpc = forwardedRpc(listReportCases);

export const decideReport = defineEndpoint({
  ...admin,
  operationId: 'decideReport',
  method: 'post',
  path: '/api/admin/link-reports/{id}/decision',
  summary:
    'Quarantine a reported link, by putting addresses of it on the block list, or dismiss the reports; deciding again as it was decided changes nothing',
  params: z.object({ id: idSchema }),
  body: z.strictObject({
    decision: z.enum(['quarantine', 'dismiss'], { error: 'request.field_type' }),
    addresses: z
      .array(z.string({ error: 'request.field_type' }).max(8_192, { error: 'request.field_too_long' }))
      .max(100, { error: 'request.field_too_long' })
      .default([])
      .describe('Those of the link that are blocked; at least one where it is quarantined.'),
    scope: z
      .enum(blockScopes, { error: 'request.field_type' })
      .default('address')
      .describe(
        'address: those alone; path: what begins with their paths, whatever the parameters; host: all at their hosts.',
      ),
    note: lineOfText(MAX_BLOCK_NOTE_LENGTH).default(''),
  }),
  success: { status: 204, description: 'It is decided' },
  errors: ['request.invalid', 'links.report_not_found', 'links.report_decided', 'links.not_found'],
  forward: { to: 'cmd.links.decide-report.v1' },
});
export const decideReportRpc = forwardedRpc(decideReport);
