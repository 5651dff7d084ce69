import { z } from 'zod';
import { toldFields } from '../../fields/links.js';

/**
 * A link as its owner knows it, for those who keep account of links rather than answer them: audit log, campaigns, billing. The
 * password's hash and the destinations are in the route alone: they may be long.
 */
export const linkStateSchema = z.object({
  id: z.uuid(),
  workspace_id: z.uuid().nullable().describe("null: a guest's link."),
  user_id: z.uuid().nullable().describe('Who made it; null: a guest.'),
  short_code: z.string(),
  domain_id: z.uuid().nullable().describe('null: works on any host.'),
  has_password: z.boolean(),
  ...toldFields,
  is_quarantined: z.boolean().optional().describe('Not there: false.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type LinkState = z.output<typeof linkStateSchema>;
