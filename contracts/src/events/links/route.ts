import { z } from 'zod';

/** A link that works on any host has this in place of a host. */
export const ANY_HOST = '*';

/** All that the redirect needs of a link, and nothing else. `version` grows with every change of its (host, code). */
export const routeSchema = z.object({
  link_id: z.uuid(),
  workspace_id: z.uuid().nullable().describe("null: a guest's link."),
  host: z.string().describe(`Lower case, without port; ${ANY_HOST} for any.`),
  domain_name: z.string().nullable().describe('As shown to people; null for any host.'),
  code: z.string(),
  original_url: z.string(),
  is_active: z.boolean(),
  password_hash: z.string().nullable().describe('argon2id'),
  expires_at: z.iso.datetime().nullable(),
  max_clicks: z.int().nullable(),
  device_targeting: z
    .object({ mobile: z.string().optional(), tablet: z.string().optional(), desktop: z.string().optional() })
    .nullable(),
  version: z.int(),
});
export type Route = z.output<typeof routeSchema>;

export const routeKeySchema = z.object({ host: z.string(), code: z.string(), version: z.int() });
