import type { Locale } from '@linkway/contracts';

export const LANGUAGE_COOKIE = 'language';
const DEFAULT: Locale = 'vi';

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
  if (!query.includes('lang=')) return null;
  return localeOf(new URLSearchParams(query).get('lang') ?? '');
}

function storedIn(cookie: string): Locale | null {
  const match = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([A-Za-z-]{2,12})`).exec(cookie);
  return match?.[1] ? localeOf(match[1]) : null;
}

function acceptedIn(header: string): Locale | null {
  let best: Locale | null = null;
  let weight = 0;
  for (const part of header.slice(0, 256).split(',')) {
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
