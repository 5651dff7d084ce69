import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { THREATS_KEPT_DAYS, threatSeverities, threatStatuses, threatTypes } from '../rules/threats.js';
import { idSchema, timestampSchema } from '../text.js';
import { blockedAddressSchema } from './blocked-addresses.js';
import { pageQuery, pagesSchema } from './pages.js';

export const threatTypeSchema = z.enum(threatTypes, { error: 'request.field_type' });
export const threatStatusSchema = z.enum(threatStatuses, { error: 'request.field_type' });

export const threatSchema = z
  .object({
    id: z.uuid(),
    type: threatTypeSchema,
    severity: z.enum(threatSeverities).describe('By its count.'),
    status: threatStatusSchema,
    ip_address: z
      .string()
      .nullable()
      .describe('The IPv4 address, or the network of 64 bits of an IPv6 one, that it came from last; null: not known.'),
    user_email: z.string().nullable().describe('Of the account that is locked; null: it is about no single account.'),
    count: z.int().describe('Acts that it is made of: wrong passwords, accounts opened, refused requests, lockouts.'),
    first_seen: timestampSchema,
    last_seen: timestampSchema,
    detected_at: timestampSchema,
  })
  .meta({ id: 'Threat' });
export type Threat = z.output<typeof threatSchema>;

export const listThreatsQuerySchema = pageQuery.extend({
  type: threatTypeSchema.optional(),
  status: threatStatusSchema.optional(),
});
export type ListThreatsQuery = z.output<typeof listThreatsQuerySchema>;

export const updateThreatSchema = z.strictObject({ status: threatStatusSchema });
export const blockThreatSchema = z.strictObject({
  expires_at: timestampSchema.nullable().describe('null: until somebody unblocks it.'),
});

export const statisticsPeriodSchema = z.enum(['24h', '7d'], { error: 'request.field_type' });
export type StatisticsPeriod = z.output<typeof statisticsPeriodSchema>;

const countsShape = {
  failed_sign_ins: z.int().describe('Sign-ins that were refused for what was shown.'),
  lock_outs: z.int().describe('Accounts that took no more passwords from somewhere for a while.'),
  registrations: z.int().describe('Accounts that people opened.'),
};
export const securityStatisticsSchema = z
  .object({
    period: statisticsPeriodSchema,
    ...countsShape,
    detected_threats: z.int().describe('Threats that began in the period.'),
    active_threats: z.int().describe('Now.'),
    blocked_addresses: z.int().describe('Now.'),
    series: z
      .array(z.object({ start: timestampSchema, ...countsShape }))
      .describe('24h: 24 hours, 7d: 7 days, of UTC, the one that goes on is the last. Together they are the period.'),
  })
  .meta({ id: 'SecurityStatistics' });
export type SecurityStatistics = z.output<typeof securityStatisticsSchema>;

const admin = { tag: 'security', auth: 'session', permission: 'admin:security' } as const;
const idParams = z.object({ id: idSchema });

export const listThreats = defineEndpoint({
  ...admin,
  operationId: 'listThreats',
  method: 'get',
  path: '/api/admin/security/threats',
  summary: `Threats that rules have found, the last ones first. They are kept for ${THREATS_KEPT_DAYS} days`,
  query: listThreatsQuerySchema,
  success: {
    status: 200,
    body: z.object({ data: z.array(threatSchema), pagination: pagesSchema }),
    description: 'One page of them',
  },
  errors: ['request.invalid'],
  forward: { to: 'qry.identity.threats.v1' },
});
export const listThreatsRpc = forwardedRpc(listThreats);

export const updateThreat = defineEndpoint({
  ...admin,
  operationId: 'updateThreat',
  method: 'patch',
  path: '/api/admin/security/threats/{id}',
  summary: 'Change the status of a threat. What comes after it was resolved begins another one',
  params: idParams,
  body: updateThreatSchema,
  success: { status: 200, body: threatSchema, description: 'The threat as changed' },
  errors: ['request.invalid', 'security.threat_not_found'],
  forward: { to: 'cmd.identity.update-threat.v1' },
});
export const updateThreatRpc = forwardedRpc(updateThreat);

export const blockThreat = defineEndpoint({
  ...admin,
  operationId: 'blockThreat',
  method: 'post',
  path: '/api/admin/security/threats/{id}/block',
  summary: 'Block the address of an active threat, which is resolved by that',
  params: idParams,
  body: blockThreatSchema,
  success: {
    status: 200,
    body: z.object({ threat: threatSchema, blocked_address: blockedAddressSchema }),
    description: 'It is blocked',
  },
  errors: [
    'request.invalid',
    'security.threat_not_found',
    'security.threat_not_active',
    'security.threat_without_address',
    'security.block_expiry_invalid',
    'security.block_own_address',
    'security.block_loopback',
    'security.already_blocked',
    'security.blocks_full',
  ],
  forward: { to: 'cmd.identity.block-threat.v1', withAddress: true },
});
export const blockThreatRpc = forwardedRpc(blockThreat);

export const getSecurityStatistics = defineEndpoint({
  ...admin,
  operationId: 'getSecurityStatistics',
  method: 'get',
  path: '/api/admin/security/statistics',
  summary: 'What was refused and found lately',
  query: z.object({ period: statisticsPeriodSchema.default('24h') }),
  success: { status: 200, body: securityStatisticsSchema, description: 'The numbers' },
  errors: ['request.invalid'],
  forward: { to: 'qry.identity.security-statistics.v1' },
});
export const getSecurityStatisticsRpc = forwardedRpc(getSecurityStatistics);
