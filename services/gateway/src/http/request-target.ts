import type { IncomingMessage } from 'node:http';
import { requestTarget } from '@linkway/platform';

/** For Fastify's rewriteUrl: the path and query of a request, whose host from then on is the one that its client asks for. */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { path, host } = requestTarget(request.url ?? '/');
  if (host !== null) request.headers.host = host;
  return path;
}
