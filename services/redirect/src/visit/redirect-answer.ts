import type { ServerResponse } from 'node:http';
import type { Route } from '@linkway/contracts';
import { linkHash, linkJson, targetJson } from '../click/click-record.js';
import { showsPage, withQuery } from '../passage/query-passing.js';
import type { TransportHeaders } from './transport.js';
import type { Visit } from './visit.js';

export interface Target {
  /** As the Location header has it. */
  location: string;
  /** By the scheme of the visit. */
  https: string[];
  http: string[];
  json: string;
}

/** The part of a visit that its answer depends on. */
type Passing = Pick<Visit, 'query' | 'method'>;

/** What every redirect of a route has in common, made at its first. */
class PreparedRoute {
  readonly json: string;
  readonly hash: number;
  private readonly targets = new Map<string, Target>();

  constructor(private readonly route: Route) {
    this.json = linkJson(route);
    this.hash = linkHash(route.link_id);
  }

  target(destination: string, rule: string, visit: Passing, transport: TransportHeaders): Target {
    const known = this.targets.get(rule) ?? this.made(destination, rule, transport);
    this.targets.set(rule, known);
    const passing = this.route.query_passing ?? 'off';
    if (passing === 'off' || visit.query === '') return known;
    const passed = withQuery(destination, visit.query, passing, visit.method === 'POST' || showsPage(this.route));
    // What the visit brings is part of its click as it is; the campaign told beside it is the link's.
    return { ...this.made(passed, rule, transport), json: known.json };
  }

  private made(destination: string, rule: string, transport: TransportHeaders): Target {
    const location = locationOf(destination);
    const headers = headersTo(location, this.route.hide_referrer ?? false);
    return {
      location,
      https: [...headers, ...transport.https],
      http: [...headers, ...transport.http],
      json: targetJson(destination, rule),
    };
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

function headersTo(location: string, hidesReferrer: boolean): string[] {
  return [
    'Location',
    location,
    'Cache-Control',
    'private, no-store',
    'Referrer-Policy',
    hidesReferrer ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Content-Length',
    '0',
  ];
}

// A header takes ASCII only; the URL class writes the rest as percent escapes and punycode.
export function locationOf(destination: string): string {
  return /^[\x21-\x7e]+$/.test(destination) ? destination : new URL(destination).href;
}
