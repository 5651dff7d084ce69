import { spanFault } from '@linkway/contracts';
import { fieldError } from '@linkway/platform';

/** Throws `links.expires_in_past`. */
export function requireFuture(expiresAt: string | undefined, now = new Date()): void {
  if (expiresAt !== undefined && new Date(expiresAt) <= now) throw fieldError('expires_at', 'links.expires_in_past');
}

/** What a link opens between; what is not there is without a bound. */
interface Span {
  starts_at?: Date | string | null | undefined;
  expires_at?: Date | string | null | undefined;
}

/** Of a link that is over already nothing is asked. Throws `links.starts_after_end`. */
export function requireSpan({ starts_at, expires_at }: Span, now = new Date()): void {
  if (expires_at && new Date(expires_at) <= now) return;
  const fault = spanFault(textOf(starts_at), textOf(expires_at));
  if (fault) throw fieldError('starts_at', fault);
}

const textOf = (time: Date | string | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString();
