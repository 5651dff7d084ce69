const ABSOLUTE = /^https?:\/\/([^/?#]+)([^#]*)/i;

export interface RequestTarget {
  path: string;
  /** Of a client that wrote the whole address; else null. */
  host: string | null;
}

/**
 * The path and query of a request, as its first line has it. A client may write the whole address (`GET http://host/path`, as
 * to a proxy), whose host then counts in place of the Host header (RFC 9112 3.2.2).
 */
export function requestTarget(url: string): RequestTarget {
  // Nearly all: this is on the way of every visit.
  if (url.startsWith('/')) return { path: url, host: null };
  const [, host, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) return { path: url, host: null };
  return { path: rest.startsWith('/') ? rest : `/${rest}`, host };
}
