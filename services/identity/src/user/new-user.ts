import { v7 as uuidv7 } from 'uuid';
import { Profile } from './profile.entity.js';
import { User } from './user.entity.js';

export interface NewUser {
  email: string;
  full_name: string;
  password_hash: string;
  role: 'user' | 'admin';
}

const PLANS = {
  user: { subscription_type: 'basic', monthly_links_limit: 50 },
  admin: { subscription_type: 'premium', monthly_links_limit: 10_000 },
} as const;

/** A user with the plan that the role starts on, and the workspace that carries the user's id. */
export function newUser({ email, full_name, password_hash, role }: NewUser): User {
  const id = uuidv7();
  const profile = Object.assign(new Profile(), { user_id: id, ...PLANS[role] });
  return Object.assign(new User(), {
    id,
    email,
    email_lower: emailKey(email),
    full_name,
    password_hash,
    role,
    status: 'active' as const,
    workspace_id: id,
    version: 1,
    profile,
  });
}

/** What two spellings of one address have in common. */
export const emailKey = (email: string): string => email.trim().toLowerCase();
