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

/** With two of them, a proxy on the way may have gone by the other one (RFC 9112 3.2). */
export function refuseManyHosts(instance: FastifyInstance): void {
  instance.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    done(hosts.length > 1 ? new AppError('request.malformed') : undefined);
  });
}
