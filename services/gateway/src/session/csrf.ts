import csrfProtection from '@fastify/csrf-protection';
import { AppError } from '@linkway/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { cookieName, type SessionCookie } from './session-cookie.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A change to the API must not come from another site, and with a session cookie it must carry the token that only our
 * own pages can read. The token is of one session: somebody who puts a cookie of their own into another's browser has none for it. A page
 * that signed in since asks for another one.
 */
export async function guardChanges(
  instance: FastifyInstance,
  config: GatewayConfig,
  session: SessionCookie,
): Promise<void> {
  await instance.register(csrfProtection, {
    cookieKey: cookieName('csrf', config.COOKIE_SECURE),
    cookieOpts: { path: '/', httpOnly: true, sameSite: 'lax', secure: config.COOKIE_SECURE, signed: true },
    getToken: (request: FastifyRequest) => {
      const token = request.headers['x-csrf-token'];
      return typeof token === 'string' ? token : undefined;
    },
    getUserInfo: (request: FastifyRequest) => ownerOfToken(request, session),
    csrfOpts: { hmacKey: config.COOKIE_SECRET },
  });
  const publicOrigin = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).origin : null;
  instance.addHook('preHandler', (request, reply, done) => {
    if (SAFE_METHODS.has(request.method) || !isApiRoute(request)) return done();
    // No browser adds a key by itself, to whatever it is asked for by another site.
    if (request.apiKey) return done();
    if (isForeign(request, publicOrigin)) return done(new AppError('request.origin_forbidden'));
    if (session.read(request) === null) return done();
    instance.csrfProtection(request, reply, done);
  });
}

/** What a token is bound to: the session, or that there is none. */
export const ownerOfToken = (request: FastifyRequest, session: SessionCookie): string => session.read(request) ?? '';

// By the route and not by the address, which may be written in several ways (`/%61pi/links`).
const isApiRoute = (request: FastifyRequest): boolean => request.routeOptions.url?.startsWith('/api/') ?? false;

type WithOrigin = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>;

/** Whether a browser says that another site sent the request. Programs other than browsers say nothing. */
export function isForeign(request: WithOrigin, publicOrigin: string | null): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') return true;
  if (origin === undefined) return false;
  return origin !== publicOrigin && origin !== `${request.protocol}://${request.host}`;
}
