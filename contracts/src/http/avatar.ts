import { z } from 'zod';
import { defineEndpoint } from '../contract.js';
import { MAX_AVATAR_BYTES } from '../rules/accounts.js';
import { profileSchema } from './profile.js';

/** Of a picture that is shown small: more of them would only cost whoever opens it. */
export const MAX_AVATAR_PIXELS = 25_000_000;
/** Width and height of what is kept of it. */
export const AVATAR_SIZE = 512;
/** Of what is kept: noise of that size takes a third of it. A message of NATS takes it all. */
export const MAX_KEPT_AVATAR_BYTES = 512 * 1024;
export const MAX_KEPT_AVATAR_BASE64 = Math.ceil(MAX_KEPT_AVATAR_BYTES / 3) * 4;

export const setAvatar = defineEndpoint({
  operationId: 'setAvatar',
  method: 'put',
  path: '/api/me/avatar',
  summary: 'Set the picture of the account; what is kept is its middle, as a square of 512 pixels at most',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  upload: {
    types: ['image/jpeg', 'image/png', 'image/webp'],
    maxBytes: MAX_AVATAR_BYTES,
    refusals: { type: 'avatar.type_unsupported', size: 'avatar.too_large' },
  },
  success: { status: 200, body: profileSchema, description: 'The profile, with the address of the picture' },
  errors: [
    'auth.unauthenticated',
    'avatar.type_unsupported',
    'avatar.too_large',
    'avatar.unreadable',
    'avatar.too_many_pixels',
  ],
});

export const deleteAvatar = defineEndpoint({
  operationId: 'deleteAvatar',
  method: 'delete',
  path: '/api/me/avatar',
  summary: 'Delete the picture of the account; without one it is no error',
  tag: 'account',
  auth: 'session',
  permission: 'account:write',
  success: { status: 204, description: 'There is none' },
  errors: ['auth.unauthenticated'],
});

export const getAvatar = defineEndpoint({
  operationId: 'getAvatar',
  method: 'get',
  path: '/api/avatars/{key}',
  summary: 'A picture, by the address that a profile tells; another picture has another address',
  tag: 'account',
  auth: 'public',
  permission: null,
  params: z.object({ key: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
  success: { status: 200, media: 'image/webp', description: 'The picture, to be kept for a year' },
  errors: ['avatar.not_found'],
});
