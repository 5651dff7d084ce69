import { OWN_VISITS_COOKIE, OWN_VISITS_TOKEN } from '@linkway/contracts';
import { keyDigest } from '@linkway/platform';

/** Browsers keep no cookie for longer; seconds. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** What a browser sends by which somebody's own visits could be known, as digests. A sibling of this host may have set another one beside ours. */
export function digestsIn(cookie: string): string[] {
  if (!cookie.includes(OWN_VISITS_COOKIE)) return [];
  return cookie.split(';').flatMap((part) => {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() !== OWN_VISITS_COOKIE) return [];
    return digestOf(part.slice(at + 1).trim()) ?? [];
  });
}

/** In hexadecimal digits, as identity tells it; null for what cannot be a token. */
export const digestOf = (token: string): string | null => (OWN_VISITS_TOKEN.test(token) ? keyDigest(token) : null);

/** The header by which a browser keeps it. */
export const ownVisitsCookie = (token: string, secure: boolean): string =>
  `${OWN_VISITS_COOKIE}=${token}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
