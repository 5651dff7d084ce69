import { z } from 'zod';
import { defineEndpoint } from '../contract.js';

export const domainSchema = z
  .object({
    id: z.uuid(),
    domain_name: z.string().describe('Host, with the port where it is not the usual one.'),
    description: z.string(),
    price: z.int().describe('Per month, in US cents.'),
    is_free: z.boolean(),
    is_active: z.boolean(),
    sort_order: z.int().describe('0 is the main domain.'),
  })
  .meta({ id: 'Domain' });
export type Domain = z.output<typeof domainSchema>;

export const listDomains = defineEndpoint({
  operationId: 'listDomains',
  method: 'get',
  path: '/api/domains',
  summary: 'The active domains that links can be made on, the main one first',
  tag: 'domains',
  auth: 'optional',
  permission: null,
  keyPermission: 'domains:read',
  scopes: 'open',
  success: { status: 200, body: z.object({ data: z.array(domainSchema) }), description: 'Active domains' },
  errors: [],
  forward: { to: 'qry.domains.list-active.v1' },
});
