import { z } from 'zod';
import { defineRpc, idempotencyKeySchema } from '../contract.js';
import {
  claimedLinksSchema,
  claimLinksSchema,
  createGuestLinkSchema,
  createLinkSchema,
  expectedLinkSchema,
  guestLinkSchema,
  linkSchema,
  updateLinkSchema,
} from '../http/links.js';

export const createLinkRpc = defineRpc('cmd.links.create.v1', {
  summary: "Create a link in the caller's workspace; a repeated idempotency key gives the first answer again",
  permission: 'links:write',
  scopes: 'kept',
  request: z.object({ link: createLinkSchema, idempotency_key: idempotencyKeySchema }),
  reply: linkSchema,
});

export const createGuestLinkRpc = defineRpc('cmd.links.create-guest.v1', {
  summary: 'Create a link for a visitor without an account, counted per device and per network',
  permission: null,
  open: 'Guests have no account; they are counted by device and network.',
  request: z.object({ link: createGuestLinkSchema, ip: z.string(), idempotency_key: idempotencyKeySchema }),
  reply: guestLinkSchema,
});

export const updateLinkRpc = defineRpc('cmd.links.update.v1', {
  summary: "Change a link of the caller's workspace",
  permission: 'links:write',
  scopes: 'kept',
  request: z.object({ id: z.uuid(), changes: updateLinkSchema, expected: expectedLinkSchema.optional() }),
  reply: linkSchema,
});

export const deleteLinkRpc = defineRpc('cmd.links.delete.v1', {
  summary: "Delete a link of the caller's workspace",
  permission: 'links:write',
  scopes: 'kept',
  request: z.object({ id: z.uuid() }),
  reply: z.object({ id: z.uuid() }),
});

export const claimLinksRpc = defineRpc('cmd.links.claim.v1', {
  summary: "Move a guest's links to the caller's workspace, each by itself; what is there already stays",
  permission: 'links:write',
  scopes: 'kept',
  request: z.object(claimLinksSchema.shape),
  reply: claimedLinksSchema,
  timeoutMs: 10_000,
});
