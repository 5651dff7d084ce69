import { AppError } from '@linkway/platform';
import type { User } from '../user/user.entity.js';

/** Throws `auth.password_not_set` where there is none that its owner, who is signed in, could give. Loaded with the hash. */
export function requirePassword({ password_hash }: User): void {
  if (password_hash === null) throw new AppError('auth.password_not_set');
}
