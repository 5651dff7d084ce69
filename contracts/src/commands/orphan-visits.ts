import { z } from 'zod';
import { defineRpc } from '../contract.js';
import { clickKindSchema } from '../http/analytics.js';
import { orphanReasons } from '../rules/orphan-visits.js';
import { timestampSchema } from '../text.js';

export const MOST_ORPHANS_OF_A_REPORT = 500;

/** Visits that are alike, of the time between two reports. */
export const orphanVisitsSchema = z.object({
  workspace_id: z.uuid().nullable().describe("Of the link; null: a guest's, or no link is known."),
  link_id: z.uuid().nullable(),
  host: z.string().max(253).describe('A domain that Linkway serves; empty: any other name.'),
  code: z.string().max(50).describe('Empty: several, or none that a link could have.'),
  reason: z.enum(orphanReasons),
  kind: clickKindSchema.nullable().describe('null: it was not looked at, as in a flood.'),
  visits: z.int().min(1),
  first_at: timestampSchema,
  last_at: timestampSchema,
});
export type OrphanVisits = z.output<typeof orphanVisitsSchema>;

export const reportOrphanVisitsRpc = defineRpc('cmd.analytics.report-orphan-visits.v1', {
  summary: 'Tell the statistics of visits that led nowhere',
  permission: null,
  open: 'Said by the redirects of what they saw themselves.',
  request: z.object({
    report_id: z.uuid().describe('What is told again under it counts once.'),
    orphans: z.array(orphanVisitsSchema).min(1).max(MOST_ORPHANS_OF_A_REPORT),
  }),
  reply: z.object({}),
  timeoutMs: 10_000,
});
