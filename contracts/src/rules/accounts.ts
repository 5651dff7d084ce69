import { zoneNames } from './zone-names.js';

// Rules of an account's fields without the schemas: the API's schemas and the forms of the web app judge by the same ones.

/** As zod's own rule of an email. */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
export const MAX_EMAIL_LENGTH = 254;
export const MAX_NAME_LENGTH = 120;
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 256;

/** As it may be typed, with what stands between its digits. */
export const MAX_PHONE_LENGTH = 40;
export const MAX_TIME_ZONE_LENGTH = 64;
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024;

/** A telephone number in the form of E.164 (`+84912345678`); null for what is none, or has no code of a country. */
export function phoneOf(text: string): string | null {
  // The 0 in brackets is for those who call from within the country.
  const digits = text
    .replace('(0)', '')
    .replace(/[\s.()/\u2010-\u2015-]/g, '')
    .replace(/^00/, '+');
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/** A time zone by its name of today; null for a name that is not in the IANA database. An offset (`+07:00`) is no name. */
export function timeZoneOf(text: string): string | null {
  if (!/^[A-Za-z]/.test(text)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // Other names of the same zone stay: which of them it is called by is not agreed on.
    const name = timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
    return zoneNames[name] ?? name;
  } catch {
    return null;
  }
}
