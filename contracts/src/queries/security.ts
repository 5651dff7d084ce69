import { z } from 'zod';
import { defineRpc } from '../contract.js';

/** What nodes keep of the security centre. */
export const securityPolicySchema = z.object({
  policy_id: z.uuid().describe('There is one for the installation.'),
  version: z.int().describe('It grows with every change.'),
  rate_limit_enabled: z.boolean(),
  requests_per_minute: z.int(),
  min_password_length: z.int(),
  session_timeout: z.int().describe('Hours'),
  admin_two_factor_required: z.boolean(),
  email_verification_required: z
    .boolean()
    .optional()
    .describe('An identity of the former release does not say, and does not ask for it.'),
  ip_whitelist_enabled: z.boolean(),
  ip_whitelist: z.array(z.string()),
  blocked: z
    .array(z.object({ address: z.string(), expires_at: z.iso.datetime().nullable() }))
    .default([])
    .describe('Addresses and networks that are refused, until then.'),
});
export type SecurityPolicy = z.output<typeof securityPolicySchema>;

export const getSecurityPolicyRpc = defineRpc('qry.identity.security-policy.v1', {
  summary: 'The settings of the security centre, for a node that begins or may have missed a change',
  permission: null,
  open: 'Nodes hold to it whoever asks them.',
  request: z.object({}),
  reply: securityPolicySchema,
  timeoutMs: 3_000,
});
