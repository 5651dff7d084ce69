import type { IncomingMessage } from 'node:http';
import { AppError, requestTarget } from '@linkway/platform';
import type { FastifyInstance } from 'fastify';

/** For Fastify's rewriteUrl: the path and query of a request, whose host from then on is the one that its client asks for. */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { path, host } = requestTarget(request.url ?? '/');
  if (host !== null) request.headers.host = host;
  return path;
}

/** Without the query. */
export const pathOf = ({ url }: { url: string }): string => url.split('?')[0] ?? '';

/** An address of IPv6 without its end: whoever is asked for it next could only break off. */
const HALF_AN_ADDRESS = /^\[[^\]]*$/;

/** With two of them, a proxy on the way may have gone by the other one (RFC 9112 3.2). */
export function refuseUnclearHosts(instance: FastifyInstance): void {
  instance.addHook('onRequest', ({ raw, host }, _reply, done) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    done(hosts.length > 1 || HALF_AN_ADDRESS.test(host) ? new AppError('request.malformed') : undefined);
  });
}
