import { type ServerResponse, validateHeaderValue } from 'node:http';
import type { Route } from '@linkway/contracts';
import { linkHash, linkJson, targetJson } from '../click/click-record.js';
import { withQuery } from '../passage/query-passing.js';
import { referrerPolicyOf } from '../passage/referrer-policy.js';
import { hasPages } from './page-before.js';
import { RedirectHead } from './redirect-head.js';
import type { TransportHeaders } from './transport.js';
import type { Visit } from './visit.js';

export interface Target {
  /** As the Location header has it. */
  location: string;
  /** By the scheme of the visit. */
  https: RedirectHead;
  http: RedirectHead;
  json: string;
}

/** The part of a visit that its answer depends on. */
type Passing = Pick<Visit, 'query' | 'method'>;

/** What every redirect of a route has in common, made at its first. */
class PreparedRoute {
  readonly json: string;
  readonly hash: number;
  readonly hasPages: boolean;
  private readonly targets = new Map<string, Target>();

  constructor(private readonly route: Route) {
    this.json = linkJson(route);
    this.hash = linkHash(route.link_id);
    this.hasPages = hasPages(route);
  }

  target(destination: string, rule: string, visit: Passing, transport: TransportHeaders): Target {
    const known = this.targets.get(rule) ?? this.first(destination, rule, transport);
    if (visit.query === '') return known;
    const passing = this.route.query_passing ?? 'off';
    if (passing === 'off') return known;
    const passed = withQuery(destination, visit.query, passing, visit.method === 'POST');
    // What the visit brings is part of its click as it is; the campaign told beside it is the link's.
    return { ...known, location: headerOf(passed) };
  }

  private first(destination: string, rule: string, transport: TransportHeaders): Target {
    const headers = ['Cache-Control', 'private, no-store', 'Referrer-Policy', referrerPolicyOf(this.route)];
    const target = {
      location: headerOf(destination),
      https: headOf([...headers, ...transport.https]),
      http: headOf([...headers, ...transport.http]),
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
  const head = secure ? target.https : target.http;
  head.send(response, target.location, more);
}

/** To an address of the domain itself. */
export function sendOnward(
  response: ServerResponse,
  address: string,
  secure: boolean,
  transport: TransportHeaders,
): void {
  const head = headOf(['Cache-Control', 'private, no-store', ...(secure ? transport.https : transport.http)]);
  head.send(response, headerOf(address), []);
}

/** All routes share the few that there are. */
const heads = new Map<string, RedirectHead>();

function headOf(headers: readonly string[]): RedirectHead {
  const name = headers.join('\n');
  const known = heads.get(name) ?? new RedirectHead(headers);
  heads.set(name, known);
  return known;
}

/** Throws on what no header may hold. */
function headerOf(destination: string): string {
  const location = locationOf(destination);
  validateHeaderValue('Location', location);
  return location;
}

// A header takes ASCII only; the URL class writes the rest as percent escapes and punycode.
export function locationOf(destination: string): string {
  return /^[\x21-\x7e]+$/.test(destination) ? destination : new URL(destination).href;
}
