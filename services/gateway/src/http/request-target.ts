import type { IncomingMessage } from 'node:http';

const ABSOLUTE = /^https?:\/\/([^/?#]+)([^#]*)/i;

/**
 * The path and query of a request. A client may write the whole address (`GET http://host/path`, as to a proxy), whose host
 * then counts in place of the Host header (RFC 9112 3.2.2).
 */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const url = request.url ?? '/';
  const [, host, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) return url;
  request.headers.host = host;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
