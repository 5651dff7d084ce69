import { v7 as uuidv7 } from 'uuid';
import { Profile } from './profile.entity.js';
import { User } from './user.entity.js';

export interface NewUser {
  email: string;
  fullName: string;
  passwordHash: string;
  role: 'user' | 'admin';
}

const PLANS = {
  user: { subscriptionType: 'basic', monthlyLinksLimit: 50 },
  admin: { subscriptionType: 'premium', monthlyLinksLimit: 10_000 },
} as const;

/** A user with the plan that the role starts on, and the workspace that carries the user's id. */
export function newUser({ email, fullName, passwordHash, role }: NewUser): User {
  const id = uuidv7();
  const profile = Object.assign(new Profile(), { userId: id, ...PLANS[role] });
  return Object.assign(new User(), {
    id,
    email,
    emailLower: emailKey(email),
    fullName,
    passwordHash,
    role,
    status: 'active' as const,
    workspaceId: id,
    version: 1,
    profile,
  });
}

/** What two spellings of one address have in common. */
export const emailKey = (email: string): string => email.trim().toLowerCase();
