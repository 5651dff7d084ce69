import { hash } from '@node-rs/argon2';
import { fieldError } from '../field-error.js';

/** argon2id with the package's parameters, those that OWASP recommends (19 MiB, 2 passes). */
export const hashPassword = async (password: string | null | undefined): Promise<string | null> =>
  password === null || password === undefined ? null : hash(password);

/** Throws `links.expires_in_past`. */
export function requireFuture(expiresAt: string | undefined, now = new Date()): void {
  if (expiresAt !== undefined && new Date(expiresAt) <= now) throw fieldError('expires_at', 'links.expires_in_past');
}
