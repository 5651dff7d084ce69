import type { ServerResponse } from 'node:http';
import type { Route } from '@linkway/contracts';
import { linkHash, linkJson, targetJson } from '../click/click-record.js';
import type { TransportHeaders } from './transport.js';

interface Target {
  /** By the scheme of the visit. */
  https: string[];
  http: string[];
  json: string;
}

/** What every redirect of a route has in common, made at its first. */
class PreparedRoute {
  readonly json: string;
  readonly hash: number;
  private readonly targets = new Map<string, Target>();

  constructor(route: Route) {
    this.json = linkJson(route);
    this.hash = linkHash(route.link_id);
  }

  target(destination: string, rule: string, transport: TransportHeaders): Target {
    const known = this.targets.get(rule);
    if (known) return known;
    const headers = headersTo(destination);
    const target = {
      https: [...headers, ...transport.https],
      http: [...headers, ...transport.http],
      json: targetJson(destination, rule),
    };
    this.targets.set(rule, target);
    return target;
  }
}

const prepared = new WeakMap<Route, PreparedRoute>();

export function prepare(route: Route): PreparedRoute {
  const known = prepared.get(route);
  if (known) return known;
  const made = new PreparedRoute(route);
  prepared.set(route, made);
  return made;
}

/** `more`: headers of this answer alone. */
export function sendRedirect(response: ServerResponse, target: Target, secure: boolean, more: readonly string[]): void {
  const headers = secure ? target.https : target.http;
  response.writeHead(302, more.length === 0 ? headers : [...headers, ...more]);
  response.end();
}

function headersTo(destination: string): string[] {
  return [
    'Location',
    locationOf(destination),
    'Cache-Control',
    'private, no-store',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Content-Length',
    '0',
  ];
}

// A header takes ASCII only; the URL class writes the rest as percent escapes and punycode.
export function locationOf(destination: string): string {
  return /^[\x21-\x7e]+$/.test(destination) ? destination : new URL(destination).href;
}
