import type { Profile } from '@linkway/contracts';
import type { User } from '../user/user.entity.js';
import { chosenOf } from '../user/user.view.js';

/** Of a user whose settings were loaded, where there are any. */
export const profileView = (user: User): Profile => ({
  email: user.email,
  full_name: user.full_name,
  phone: user.profile.phone,
  timezone: user.profile.timezone,
  chosen_timezone: chosenOf(user).timezone,
  avatar_url: user.profile.avatar_url,
  created_at: user.created_at.toISOString(),
});
