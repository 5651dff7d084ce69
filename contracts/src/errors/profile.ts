import { defineErrors } from './define.js';

/** What an account says of its owner. */
export const profileErrors = defineErrors({
  'profile.phone_invalid': { status: 400 },
  'profile.timezone_invalid': { status: 400 },
  'avatar.type_unsupported': { status: 415 },
  'avatar.too_large': { status: 413 },
  'avatar.unreadable': { status: 400 },
  'avatar.too_many_pixels': { status: 400 },
  'avatar.not_found': { status: 404 },
});
