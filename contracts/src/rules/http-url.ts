// Of links and webhooks, apart from their other rules, so that the form of one does not load those of the other.

/**
 * Whether a text is an address that a link may lead to or a webhook may have, by its form alone. The URL class is the judge, as in a
 * browser's address bar: spaces and letters of any language are encoded where somebody is sent. The pattern only keeps out what it
 * would silently leave away.
 */
export function isHttpUrl(value: string): boolean {
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value) || !/^https?:\/\/[^/]/i.test(value)) return false;
  return URL.canParse(value) && new URL(value).hostname !== '';
}

/** Of an address that can be read. */
export const hasCredentials = (value: string): boolean => {
  const { username, password } = new URL(value);
  return username !== '' || password !== '';
};
