// Rules of a link's fields without the schemas: the API's schemas and the forms of the web app judge by the same ones.
import { hasCredentials, isHttpUrl } from './http-url.js';

export { hasCredentials, isHttpUrl };

/** Letters, digits, - and _. */
export const CUSTOM_CODE = /^[A-Za-z0-9_-]{3,50}$/;
/** Characters of a destination. */
export const MAX_URL_LENGTH = 4_096;
export const MAX_TITLE_LENGTH = 200;
export const MAX_DESCRIPTION_LENGTH = 2_000;
export const MAX_LINK_PASSWORD_LENGTH = 256;
/** The highest click limit. */
export const MAX_CLICKS = 1_000_000_000;
/** Characters of what is searched for. */
export const MAX_SEARCH_LENGTH = 1_000;
/** Seconds that a visitor waits before the destination. */
export const MOST_COUNTDOWN_SECONDS = 60;
export const MAX_PREVIEW_DESCRIPTION_LENGTH = 500;
/** What becomes of the query parameters of a visit. */
export const queryPassings = ['off', 'append', 'replace'] as const;
export type QueryPassing = (typeof queryPassings)[number];
/** How long a link stays after it has expired, where its owner wants such links deleted. */
export const AUTO_DELETE_AFTER_DAYS = 7;
/** Links of a list that numbered pages reach, and up to which those of a filter or a search are counted. */
export const MOST_BY_PAGE = 10_000;
/** Links that one request does the same with. */
export const MOST_BULK_LINKS = 100;

/**
 * Whether a host can be one of the internet: a name has a dot, as no domain is one word. Addresses are judged by whoever knows which of
 * them are private, and so is this machine's own name.
 */
export const isCompleteHost = (hostname: string): boolean => {
  const host = hostname.replace(/\.$/, '');
  return host === 'localhost' || host.startsWith('[') || host.includes('.');
};

/** What was typed with https:// before it, where that alone is missing; null: it is not, or something else is wrong. */
export function withScheme(typed: string): string | null {
  const address = `https://${typed.trim()}`;
  if (typed.includes('://') || urlFault(typed) !== 'links.url_invalid' || urlFault(address) !== null) return null;
  // The last part of a name begins with a letter: 1.5 is a number.
  return /\.\p{L}[^.]*$/u.test(new URL(address).hostname) ? address : null;
}

/** What is wrong with a destination that was typed, by its form alone; null: nothing. White space around it is not sent. */
export function urlFault(
  typed: string,
):
  | 'links.url_required'
  | 'request.field_too_long'
  | 'links.url_invalid'
  | 'links.url_incomplete'
  | 'links.url_credentials'
  | null {
  const url = typed.trim();
  if (url === '') return 'links.url_required';
  if (url.length > MAX_URL_LENGTH) return 'request.field_too_long';
  if (!isHttpUrl(url)) return 'links.url_invalid';
  if (hasCredentials(url)) return 'links.url_credentials';
  return isCompleteHost(new URL(url).hostname) ? null : 'links.url_incomplete';
}

/** An empty custom code means a random one. */
export const codeFault = (typed: string): 'links.code_invalid' | null =>
  typed.trim() === '' || CUSTOM_CODE.test(typed.trim()) ? null : 'links.code_invalid';

/** What is wrong with the time between the two, in ISO 8601; an end is judged by itself besides. */
export const spanFault = (starts: string | null, ends: string | null): 'links.starts_after_end' | null =>
  starts !== null && ends !== null && Date.parse(starts) >= Date.parse(ends) ? 'links.starts_after_end' : null;

export const isCountdown = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_COUNTDOWN_SECONDS;

export const isClickLimit = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MAX_CLICKS;

/**
 * A guest's device whose links an account can claim: 128 random bits or more, in hexadecimal digits. A UUID has 122 of them, and a word that
 * somebody chose has hardly any.
 */
export const CLAIMING_DEVICE = /^[\da-f]{32,128}$/;
