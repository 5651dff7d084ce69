import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { MAX_LOCATION_LENGTH } from '../fields/links.js';
import { hasCredentials, isHttpUrl } from '../rules/http-url.js';
import { MAX_URL_LENGTH } from '../rules/links.js';
import { idSchema, timestampSchema } from '../text.js';
import { domainSchema } from './domains.js';

const shown = {
  root_url: z.string().nullable().describe('Where the domain itself leads; null: to the web app.'),
  not_found_url: z.string().nullable().describe('Where codes lead that no link has; null: to a page that says so.'),
  expired_url: z
    .string()
    .nullable()
    .describe(
      'Where links lead that have expired or are used up and have no fallback_url; null: to a page that says so.',
    ),
};

export const adminDomainSchema = domainSchema
  .extend({ ...shown, updated_at: timestampSchema })
  .meta({ id: 'AdminDomain' });
export type AdminDomain = z.output<typeof adminDomainSchema>;

// Whether it is on a domain of the platform, where it would lead in circles, the domains service decides.
const addressSchema = z
  .string({ error: 'request.field_type' })
  .trim()
  .max(MAX_URL_LENGTH, { error: 'request.field_too_long', abort: true })
  .refine(isHttpUrl, { error: 'links.url_invalid', abort: true })
  .refine((url) => !hasCredentials(url), { error: 'links.url_credentials' })
  .refine((url) => new URL(url).href.length <= MAX_LOCATION_LENGTH, { error: 'request.field_too_long' })
  .meta({ documented: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/]' } })
  .nullable()
  .optional();

export const changeDomainSchema = z.strictObject({
  root_url: addressSchema,
  not_found_url: addressSchema,
  expired_url: addressSchema,
});
export type ChangeDomain = z.output<typeof changeDomainSchema>;

const admin = { tag: 'domains', auth: 'session' } as const;

export const listAllDomains = defineEndpoint({
  ...admin,
  operationId: 'listAllDomains',
  method: 'get',
  path: '/api/admin/domains',
  summary: 'All domains of the platform with their own addresses, the main one first',
  permission: 'admin:read',
  success: { status: 200, body: z.object({ data: z.array(adminDomainSchema) }), description: 'All of them' },
  errors: [],
  forward: { to: 'qry.domains.list-all.v1' },
});
export const listAllDomainsRpc = forwardedRpc(listAllDomains);

export const changeDomain = defineEndpoint({
  ...admin,
  operationId: 'changeDomain',
  method: 'patch',
  path: '/api/admin/domains/{id}',
  summary:
    'Set where a domain itself, unknown codes and expired links on it lead; null: to what Linkway shows by itself',
  permission: 'admin:write',
  params: z.object({ id: idSchema }),
  body: changeDomainSchema,
  success: { status: 200, body: adminDomainSchema, description: 'The domain; redirects follow within a second' },
  errors: ['request.invalid', 'links.url_invalid', 'links.url_credentials', 'links.url_loop', 'domains.not_found'],
});
