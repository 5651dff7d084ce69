import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { orphanReasons } from '../rules/orphan-visits.js';
import { idSchema, isStorableTime, lineOfText, timestampSchema } from '../text.js';
import { peopleRangeQuerySchema } from './analytics.js';
import { pageQuery, pagesSchema } from './pages.js';

/** Visits that led nowhere are kept for so many days. */
export const ORPHAN_DAYS = 90;

const linkOrphansSchema = z
  .object({
    from: timestampSchema,
    to: timestampSchema,
    total: z.int().describe('Visits of the period that led nowhere, of the kind that was asked for.'),
    reasons: z
      .array(z.object({ reason: z.enum(orphanReasons), visits: z.int(), last_at: timestampSchema }))
      .describe('Most visits first; a reason that no visit had is absent.'),
  })
  .meta({ id: 'LinkOrphanVisits' });
export type LinkOrphanVisits = z.output<typeof linkOrphansSchema>;

export const getLinkOrphanVisits = defineEndpoint({
  operationId: 'getLinkOrphanVisits',
  method: 'get',
  path: '/api/links/{id}/orphan-visits',
  summary: `Visits of one link that led nowhere, by reason; they are no clicks, and are kept for ${ORPHAN_DAYS} days`,
  tag: 'analytics',
  auth: 'session',
  permission: 'analytics:read',
  scopes: 'kept',
  params: z.object({ id: idSchema }),
  query: peopleRangeQuerySchema.omit({ interval: true }),
  success: { status: 200, body: linkOrphansSchema, description: 'Visits by reason' },
  errors: [
    'auth.unauthenticated',
    'analytics.date_invalid',
    'analytics.range_invalid',
    'analytics.range_too_fine',
    'analytics.timezone_invalid',
    'links.not_found',
  ],
  forward: { to: 'qry.analytics.link-orphan-visits.v1', timeoutMs: 15_000 },
});
export const linkOrphanVisitsRpc = forwardedRpc(getLinkOrphanVisits);

export const orphanSorts = ['visits_desc', 'visits', 'newest', 'oldest'] as const;

const instant = z.iso
  .datetime({ offset: true, error: 'analytics.date_invalid', abort: true })
  .refine(isStorableTime, { error: 'analytics.date_invalid' });

export const listOrphanVisitsQuerySchema = pageQuery.extend({
  search: lineOfText(200).optional().describe('Part of the host or the code; upper or lower case alike.'),
  reason: z.enum(orphanReasons, { error: 'request.field_type' }).optional(),
  bots: z.enum(['true', 'false'], { error: 'request.field_type' }).default('false').describe('true: programs as well.'),
  sort: z.enum(orphanSorts, { error: 'request.field_type' }).default('visits_desc'),
  from: instant.optional().describe('Visits of this time or later.'),
  to: instant.optional().describe('Visits before this time.'),
});
export type ListOrphanVisitsQuery = z.output<typeof listOrphanVisitsQuerySchema>;

const orphanRowSchema = z
  .object({
    host: z.string().describe('Empty: a name that is no domain of this installation.'),
    code: z.string().describe('Empty: several codes that were not told apart, or none.'),
    reason: z.enum(orphanReasons),
    visits: z.int(),
    last_at: timestampSchema,
  })
  .meta({ id: 'OrphanVisits' });
export type OrphanRow = z.output<typeof orphanRowSchema>;

export const listOrphanVisits = defineEndpoint({
  operationId: 'listOrphanVisits',
  method: 'get',
  path: '/api/admin/orphan-visits',
  summary: `Visits of this installation that led nowhere, by host, code and reason, of the last ${ORPHAN_DAYS} days`,
  tag: 'orphan-visits',
  auth: 'session',
  permission: 'admin:read',
  query: listOrphanVisitsQuerySchema,
  success: {
    status: 200,
    body: z.object({ data: z.array(orphanRowSchema), pagination: pagesSchema }),
    description: 'One page of them',
  },
  errors: ['request.invalid', 'analytics.date_invalid', 'analytics.range_invalid'],
  forward: { to: 'qry.analytics.orphan-visits.v1', timeoutMs: 15_000 },
});
export const listOrphanVisitsRpc = forwardedRpc(listOrphanVisits);
