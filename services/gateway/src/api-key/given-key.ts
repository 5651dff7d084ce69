import type { FastifyRequest } from 'fastify';

const BEARER = /^bearer(?: +(.*))?$/i;

/**
 * What a request comes with as its API key, be it one or not; null where it brings none. Operations that look at no caller look at no key either,
 * and other schemes than Bearer are for a proxy in front of us.
 */
export function givenKey({ headers, routeOptions }: Pick<FastifyRequest, 'headers' | 'routeOptions'>): string | null {
  if (headers.authorization === undefined || (routeOptions.config.auth ?? 'public') === 'public') return null;
  const bearer = BEARER.exec(headers.authorization);
  return bearer && (bearer[1] ?? '').trim();
}
