import { withoutBidiControls } from '@linkway/contracts';

const MAX_LENGTH = 200;

export interface Utm {
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
}

/**
 * Host of the page that had the link, lower case, without `www.`; empty where there is none, and where it is the platform's own page on
 * the link's host, which asks for a password or shows where the link leads.
 */
export function referrerHost(referer: string, ownHost = ''): string {
  if (referer === '' || !URL.canParse(referer)) return '';
  const { protocol, hostname } = new URL(referer);
  // Applications announce themselves like this: android-app://com.google.android.gm/
  if (!['http:', 'https:', 'android-app:', 'ios-app:'].includes(protocol)) return '';
  const host = hostname.toLowerCase();
  // A link's host may have a port. With `www.` before it, it is another one, such as the customer's own site.
  const own = URL.canParse(`http://${ownHost}`) ? new URL(`http://${ownHost}`).hostname.toLowerCase() : '';
  return host === own ? '' : clean(host.replace(/^www\./, ''));
}

/** The query of an address; empty where there is none. */
export const queryOf = (address: string): string => (URL.canParse(address) ? new URL(address).search : '');

/** The campaign of a visit: each field from the short URL as it was opened, else from the destination; both as queries. */
export function utmOf(query: string, destination: string): Utm {
  const visit = new URLSearchParams(query);
  const target = new URLSearchParams(destination);
  const field = (name: keyof Utm) => clean(visit.get(name) ?? '') || clean(target.get(name) ?? '');
  return {
    utm_source: field('utm_source'),
    utm_medium: field('utm_medium'),
    utm_campaign: field('utm_campaign'),
    utm_term: field('utm_term'),
    utm_content: field('utm_content'),
  };
}

/** The language that the visitor likes best, without region: `vi` of `vi-VN,vi;q=0.9,en;q=0.8`. */
export function languageOf(acceptLanguage: string): string {
  const first = /^\s*([a-z]{2,3})(?=[-_;,\s]|$)/i.exec(acceptLanguage);
  return first?.[1]?.toLowerCase() ?? '';
}

// Visitors write these: no control characters, none that turns other texts around, no broken surrogates, no novels.
const clean = (value: string): string =>
  withoutBidiControls(value)
    .replace(/[\p{Cc}\u2028\u2029\p{Cs}]/gu, '')
    .trim()
    .slice(0, MAX_LENGTH)
    .toWellFormed();
