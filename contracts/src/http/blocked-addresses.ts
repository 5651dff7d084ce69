import { z } from 'zod';
import { defineEndpoint, forwardedRpc } from '../contract.js';
import { idSchema, lineOfText, timestampSchema } from '../text.js';
import { isAddressRange } from './security.js';

export const blockedAddressSchema = z
  .object({
    id: z.uuid(),
    address: z.string().describe('An address or a network (CIDR).'),
    reason: z.string(),
    expires_at: timestampSchema.nullable().describe('null: until somebody unblocks it.'),
    created_at: timestampSchema,
  })
  .meta({ id: 'BlockedAddress' });
export type BlockedAddress = z.output<typeof blockedAddressSchema>;

export const blockAddressSchema = z.strictObject({
  address: lineOfText(64).refine(isAddressRange, { error: 'security.block_address_invalid' }),
  reason: lineOfText(200).default(''),
  expires_at: timestampSchema.nullable().describe('null: until somebody unblocks it.'),
});
export type BlockAddress = z.output<typeof blockAddressSchema>;

const admin = { tag: 'security', auth: 'session', permission: 'admin:security' } as const;

export const listBlockedAddresses = defineEndpoint({
  ...admin,
  operationId: 'listBlockedAddresses',
  method: 'get',
  path: '/api/admin/security/blocked-addresses',
  summary: 'Addresses that are blocked now, the last ones first',
  success: { status: 200, body: z.object({ data: z.array(blockedAddressSchema) }), description: 'All of them' },
  errors: [],
  forward: { to: 'qry.identity.blocked-addresses.v1' },
});
export const listBlockedAddressesRpc = forwardedRpc(listBlockedAddresses);

export const blockAddress = defineEndpoint({
  ...admin,
  operationId: 'blockAddress',
  method: 'post',
  path: '/api/admin/security/blocked-addresses',
  summary:
    'Block an address or a network: within a second the API and every short link refuse it; the same once more is the same block',
  body: blockAddressSchema,
  success: { status: 201, body: blockedAddressSchema, description: 'It is blocked' },
  errors: [
    'request.invalid',
    'security.block_address_invalid',
    'security.block_expiry_invalid',
    'security.block_own_address',
    'security.block_loopback',
    'security.block_too_wide',
    'security.already_blocked',
    'security.blocks_full',
  ],
  forward: { to: 'cmd.identity.block-address.v1', withAddress: true },
});
export const blockAddressRpc = forwardedRpc(blockAddress);

export const unblockAddress = defineEndpoint({
  ...admin,
  operationId: 'unblockAddress',
  method: 'delete',
  path: '/api/admin/security/blocked-addresses/{id}',
  summary: 'Unblock an address',
  params: z.object({ id: idSchema }),
  success: { status: 204, description: 'It is let in again within a second' },
  errors: ['request.invalid', 'security.block_not_found'],
  forward: { to: 'cmd.identity.unblock-address.v1' },
});
export const unblockAddressRpc = forwardedRpc(unblockAddress);
