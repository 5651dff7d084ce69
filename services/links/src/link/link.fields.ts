import { fieldError } from '@linkway/platform';

/** Throws `links.expires_in_past`. */
export function requireFuture(expiresAt: string | undefined, now = new Date()): void {
  if (expiresAt !== undefined && new Date(expiresAt) <= now) throw fieldError('expires_at', 'links.expires_in_past');
}
