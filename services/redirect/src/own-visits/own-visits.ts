import { createHash } from 'node:crypto';
import { OWN_VISITS_COOKIE, OWN_VISITS_TOKEN } from '@linkway/contracts';

/** Browsers keep no cookie for longer; seconds. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** What a browser sends of which somebody's own visits are not counted, in its digest; null: it sends nothing that could be that. */
export function digestIn(cookie: string): string | null {
  const from = cookie.indexOf(`${OWN_VISITS_COOKIE}=`);
  if (from === -1) return null;
  const value =
    cookie
      .slice(from + OWN_VISITS_COOKIE.length + 1)
      .split(';', 1)[0]
      ?.trim() ?? '';
  return digestOf(value);
}

/** In hexadecimal digits, as identity tells it; null for what cannot be a token. */
export const digestOf = (token: string): string | null =>
  OWN_VISITS_TOKEN.test(token) ? createHash('sha256').update(token).digest('hex') : null;

/** The header by which a browser keeps it. */
export const ownVisitsCookie = (token: string, secure: boolean): string =>
  `${OWN_VISITS_COOKIE}=${token}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
