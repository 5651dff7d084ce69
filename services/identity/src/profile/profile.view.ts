import type { Profile } from '@linkway/contracts';
import type { User } from '../user/user.entity.js';

export const profileView = ({ email, full_name, created_at, profile }: User): Profile => ({
  email,
  full_name,
  phone: profile.phone,
  timezone: profile.timezone,
  avatar_url: profile.avatar_url,
  created_at: created_at.toISOString(),
});
