import type { Locale } from '@linkway/contracts';
import { v7 as uuidv7 } from 'uuid';
import { Profile } from './profile.entity.js';
import { User } from './user.entity.js';

export interface NewUser {
  email: string;
  full_name: string;
  /** null: its owner signs in with Google. */
  password_hash: string | null;
  role: 'user' | 'admin';
  language?: Locale;
  must_change_password?: boolean;
  /** Somebody else has seen that the address is theirs. */
  email_verified?: boolean;
}

const PLANS = {
  user: { subscription_type: 'basic', monthly_links_limit: 50 },
  admin: { subscription_type: 'premium', monthly_links_limit: 10_000 },
} as const;

/** A user with the plan that the role starts on, and the workspace that carries the user's id. */
export function newUser(given: NewUser): User {
  const { email, full_name, password_hash, role, language, must_change_password = false } = given;
  // Whoever sets the service up says whose the first admin's address is.
  const isVerified = given.email_verified ?? role === 'admin';
  const id = uuidv7();
  const profile = Object.assign(new Profile(), { user_id: id, phone: null, avatar_url: null, ...PLANS[role] });
  return Object.assign(new User(), {
    id,
    email,
    email_lower: emailKey(email),
    full_name,
    password_hash,
    password_changes: 0,
    must_change_password,
    role,
    status: 'active' as const,
    email_verified_at: isVerified ? new Date() : null,
    confirmed_devices: null,
    language: language ?? null,
    deletion_at: null,
    workspace_id: id,
    version: 1,
    profile,
    settings: null,
  });
}

/** What two spellings of one address have in common. */
export const emailKey = (email: string): string => email.trim().toLowerCase();
