import { z } from 'zod';
import { MAX_STORED_INT, nearestStorableTime } from '../../text.js';

/** A link that works on any host has this in place of a host. */
export const ANY_HOST = '*';

// Those of links.ts in http/, in the form of a Location header. No route of any release was longer.
const location = z.string().max(8_192);

/**
 * An event that cannot be read is worse than one whose end is moved by an age: a time beyond the years that can be stored
 * becomes the nearest one, with whoever writes and whoever reads.
 */
const storableTime = z.preprocess(nearestStorableTime, z.iso.datetime());

/** All that the redirect needs of a link, and nothing else. `version` grows with every change of its (host, code). */
export const routeSchema = z.object({
  link_id: z.uuid(),
  workspace_id: z.uuid().nullable().describe("null: a guest's link."),
  host: z.string().describe(`Lower case, without port; ${ANY_HOST} for any.`),
  domain_name: z.string().nullable().describe('As shown to people; null for any host.'),
  code: z.string(),
  original_url: location,
  is_active: z.boolean(),
  password_hash: z.string().nullable().describe('argon2id'),
  expires_at: storableTime.nullable(),
  max_clicks: z.int().max(MAX_STORED_INT).nullable(),
  device_targeting: z
    .object({ mobile: location.optional(), tablet: location.optional(), desktop: location.optional() })
    .nullable(),
  version: z.int(),
});
export type Route = z.output<typeof routeSchema>;

export const routeKeySchema = z.object({ host: z.string(), code: z.string(), version: z.int() });
