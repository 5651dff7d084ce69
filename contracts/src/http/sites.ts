import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { urlSchema } from '../fields/links.js';
import { idSchema } from '../text.js';
import { urlErrors } from './url-errors.js';

/** Of an image in its address: random to whoever has not seen the image. */
export const siteImageKeySchema = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

/** Whatever its length in the page. */
export const MAX_SITE_TITLE_LENGTH = 200;

const imageUrlSchema = z.string().nullable();

/** What was read of a destination's page. Nothing of it is loaded from the site itself: the addresses are paths of this API. */
export const siteSchema = z
  .object({
    title: z.string().nullable().describe('What the page calls itself; null: it does not say.'),
    icon_url: imageUrlSchema.describe('A path; 32 pixels wide and high at most, WebP. null: none that can be shown.'),
    picture_url: imageUrlSchema.describe('A path; the picture of its card, 400 pixels at most, WebP. null: none.'),
  })
  .meta({ id: 'Site' });
export type Site = z.output<typeof siteSchema>;

/** `unknown`: the page could not be read. */
export const framings = ['allowed', 'forbidden', 'unknown'] as const;

export const checkedDestinationSchema = z
  .object({
    site: siteSchema.nullable().describe('null: the page could not be read.'),
    framing: z
      .enum(framings)
      .describe(
        'Whether the page may be shown within a page of the domain: what X-Frame-Options and frame-ancestors say, and that a page by http is not shown in one by https.',
      ),
  })
  .meta({ id: 'CheckedDestination' });
export type CheckedDestination = z.output<typeof checkedDestinationSchema>;

export const checkDestination = defineEndpoint({
  operationId: 'checkDestination',
  method: 'post',
  path: '/api/links/check-destination',
  summary: 'What the page of a destination is, and whether it may be framed; it counts as a change does',
  tag: 'links',
  auth: 'session',
  permission: 'links:write',
  scopes: 'kept',
  body: z.strictObject({
    url: urlSchema,
    domain_id: idSchema.optional().describe('Within whose pages it would be shown; none: as of a new link.'),
  }),
  success: { status: 200, body: checkedDestinationSchema, description: 'What the page is; of the last hours' },
  errors: [
    'auth.unauthenticated',
    'auth.outside_key_scope',
    'request.invalid',
    ...urlErrors,
    'links.domain_unavailable',
    'links.changes_exceeded',
    'service.busy',
  ],
  forward: { to: 'cmd.links.check-destination.v1', timeoutMs: 10_000 },
});
export const checkDestinationRpc = forwardedRpc(checkDestination);

export const getSiteImage = defineEndpoint({
  operationId: 'getSiteImage',
  method: 'get',
  path: '/api/site-images/{key}',
  summary: 'The icon or picture of a site, by the address that a link tells; another image has another address',
  tag: 'links',
  auth: 'public',
  permission: null,
  params: z.object({ key: siteImageKeySchema }),
  success: { status: 200, media: 'image/webp', description: 'The image, to be kept for a year' },
  errors: ['links.site_image_not_found'],
});
