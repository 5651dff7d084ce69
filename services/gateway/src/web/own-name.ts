import { AppError } from '@linkway/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPage } from './pages.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/**
 * Where the app is at a loopback address, it is there under one name only. Cookies know no ports: under a second name a
 * session would reach every program that listens under that one, and short links may lead to those. Short links
 * themselves work under every name.
 */
export function keepToOwnName(instance: FastifyInstance, publicUrl: string): void {
  if (!publicUrl || !LOOPBACK.test(new URL(publicUrl).hostname)) return;
  const own = new URL(publicUrl);
  instance.addHook('onRequest', (request, reply, done) => {
    if (!isOtherName(request, own)) return done();
    const path = request.url.split('?')[0] ?? '/';
    if (isPage(path) && SAFE_METHODS.has(request.method)) {
      void reply.redirect(`${own.origin}${request.url}`);
    } else if (isChangeByBrowser(request)) done(new AppError('request.origin_forbidden'));
    else done();
  });
}

/** By name alone: a development server in front of the app has a port of its own. */
function isOtherName(request: FastifyRequest, own: URL): boolean {
  const name = URL.canParse(`http://${request.host}`) ? new URL(`http://${request.host}`).hostname : '';
  return name !== own.hostname && LOOPBACK.test(name.replace(/\.$/, ''));
}

const isChangeByBrowser = ({ method, url, headers }: FastifyRequest): boolean =>
  !SAFE_METHODS.has(method) && headers.origin !== undefined && /^\/api(\/|$)/.test(url);
