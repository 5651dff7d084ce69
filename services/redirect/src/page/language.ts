import type { Locale } from '@linkway/contracts';

export const LANGUAGE_COOKIE = 'language';
const DEFAULT: Locale = 'vi';

/** Few browsers ask in many ways: most are told by what was found before. */
const REMEMBERED = 1_000;
const MAX_HEADER = 256;
const accepted = new Map<string, Locale | null>();

const localeOf = (tag: string): Locale | null => {
  const primary = tag.trim().slice(0, 2).toLowerCase();
  return (primary === 'en' || primary === 'vi') && !/^[a-z]/i.test(tag.trim().slice(2)) ? primary : null;
};

/** The choice on the page, else the one that was stored, else what the browser asks for, else Vietnamese. */
export function languageOf(query: string, cookie: string, acceptLanguage: string): Locale {
  return chosenIn(query) ?? storedIn(cookie) ?? acceptedIn(acceptLanguage) ?? DEFAULT;
}

/** The choice that an address carries, as `?lang=en`. */
export function chosenIn(query: string): Locale | null {
  if (query === '' || !query.includes('lang=')) return null;
  return localeOf(new URLSearchParams(query).get('lang') ?? '');
}

const STORED = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([A-Za-z-]{2,12})`);

function storedIn(cookie: string): Locale | null {
  if (cookie === '') return null;
  const match = STORED.exec(cookie);
  return match?.[1] ? localeOf(match[1]) : null;
}

function acceptedIn(header: string): Locale | null {
  if (header === '') return null;
  const known = accepted.get(header);
  if (known !== undefined || header.length > MAX_HEADER) return known ?? readAccepted(header.slice(0, MAX_HEADER));
  if (accepted.size >= REMEMBERED) accepted.clear();
  const locale = readAccepted(header);
  accepted.set(header, locale);
  return locale;
}

function readAccepted(header: string): Locale | null {
  let best: Locale | null = null;
  let weight = 0;
  for (const part of header.split(',')) {
    const [tag = '', ...parameters] = part.split(';');
    const locale = localeOf(tag);
    const q = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find((value) => value !== undefined);
    const own = q === undefined ? 1 : Number(q) || 0;
    if (locale && own > weight) {
      best = locale;
      weight = own;
    }
  }
  return best;
}
