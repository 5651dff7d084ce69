import type { IncomingMessage } from 'node:http';
import { plainPath } from '@linkway/platform';
import { ticks } from './durations.js';
import type { TrustedProxies } from './trusted-proxies.js';
import { readVisitor, type Visitor } from './visitor.js';

const CODE = /^[A-Za-z0-9_-]{3,50}$/;
/** A code that somebody wants to know the destination of, before they go there. No code has a plus. */
const AHEAD = /^(\/.{3,150})(?:\+|%2b)\/?$/i;

/** One request for a short link. */
export interface Visit extends Visitor {
  /** Null: the address cannot be a short link's. */
  code: string | null;
  /** Asks where the link leads: shown on a page, and no visit of the link. */
  looksAhead: boolean;
  query: string;
  method: string;
  signedIn: boolean;
  /** ISO 3166-1 alpha-2; empty where it is not known, or not looked up. */
  country: string;
  /** Of a link whose rules ask for it, in English; empty where it is not known. */
  city?: string;
  /** Milliseconds; the moment of the click. */
  now: number;
  /** Milliseconds of a clock that is never set, by which what is in memory ages. */
  elapsed: number;
  /** Of the same clock, in ticks. */
  startedAt: number;
}

/** How visits come in. */
export interface Edge {
  proxies: TrustedProxies;
  sessionCookie: string;
  /** Every visit comes by https, whatever a proxy tells. */
  alwaysSecure: boolean;
}

export function readVisit(request: IncomingMessage, { proxies, sessionCookie, alwaysSecure }: Edge): Visit {
  const visit = readVisitor(request, proxies) as Visit;
  if (alwaysSecure) visit.secure = true;
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  visit.code = codeIn(path);
  const ahead = visit.code === null ? (AHEAD.exec(path)?.[1] ?? null) : null;
  if (ahead !== null) visit.code = codeIn(ahead);
  visit.looksAhead = ahead !== null;
  visit.query = mark === -1 ? '' : url.slice(mark + 1);
  visit.method = request.method ?? 'GET';
  visit.signedIn = visit.cookie !== '' && visit.cookie.includes(`${sessionCookie}=`);
  visit.country = '';
  visit.now = Date.now();
  const elapsed = performance.now();
  // Whole, as a fraction would lie beside the visit.
  visit.elapsed = Math.floor(elapsed);
  visit.startedAt = ticks(elapsed);
  return visit;
}

function codeIn(path: string): string | null {
  const code = path.slice(1);
  if (CODE.test(code) && path.startsWith('/')) return code;
  // It may be one that is not written plainly.
  const plain = plainPath(path);
  return CODE.test(plain.slice(1)) && plain.startsWith('/') ? plain.slice(1) : null;
}
