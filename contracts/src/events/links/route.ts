import { z } from 'zod';
import { locationSchema, routedFields } from '../../fields/links.js';

/** A link that works on any host has this in place of a host. */
export const ANY_HOST = '*';

/** All that the redirect needs of a link, and nothing else. `version` grows with every change of its (host, code). */
export const routeSchema = z.object({
  link_id: z.uuid(),
  workspace_id: z.uuid().nullable().describe("null: a guest's link."),
  host: z.string().describe(`Lower case, without port; ${ANY_HOST} for any.`),
  domain_name: z.string().nullable().describe('As shown to people; null for any host.'),
  code: z.string(),
  original_url: locationSchema,
  password_hash: z.string().nullable().describe('argon2id'),
  ...routedFields,
  is_quarantined: z.boolean().optional().describe('Visitors are warned and led nowhere; not there: false.'),
  version: z.int(),
});
export type Route = z.output<typeof routeSchema>;

export const routeKeySchema = z.object({ host: z.string(), code: z.string(), version: z.int() });
