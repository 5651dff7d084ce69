import type { FastifyRequest } from 'fastify';
import type { RoundTrip } from './round-trip-cookie.js';

const CALLBACK = '/api/auth/google/callback';

/**
 * Where Google leads the browser back to: under the name that it came by, where its cookies are. `PUBLIC_URL` knows the scheme, where a proxy
 * does not tell it.
 */
export function callbackOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl: string): string {
  const own = new URL(`${protocol}://${host}`);
  const known = publicUrl ? new URL(publicUrl) : own;
  return `${(known.hostname === own.hostname ? known : own).origin}${CALLBACK}`;
}

/** The page where it began, with what was carried along of its address; never another site, whatever was carried. */
export function pageAfter(trip: Pick<RoundTrip, 'page' | 'carried'> | null, outcome: string): string {
  const query = new URLSearchParams({ ...trip?.carried, google: outcome });
  return `/${trip?.page ?? 'login'}?${query.toString()}`;
}
