// Codes of the two-factor authentication, without the schemas: the API's schemas and the forms of the web app judge by the same rules.

/** As it may be typed or pasted, with spaces and dashes. */
export const MAX_CODE_LENGTH = 64;
export const CODE_DIGITS = 6;
export const RECOVERY_CODES = 10;
/** Crockford's base32: 32 signs, of which none is taken for another. */
export const RECOVERY_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** How many of them a recovery code has, in two halves. */
export const RECOVERY_SIGNS = 10;
/** How long a setup waits for its first code. */
export const SETUP_MINUTES = 15;

const HALF = RECOVERY_SIGNS / 2;
const SIX_DIGITS = new RegExp(`^\\d{${CODE_DIGITS}}$`);
const RECOVERY_CODE = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_SIGNS}}$`);

/** Without what people and programs put between the signs; digits of a full-width keyboard are digits. */
const signsOf = (text: string): string => text.normalize('NFKC').replace(/[\s\u2010-\u2015\u2212-]/g, '');

/** What of a text may be the beginning of an authenticator's code, while it is typed or where it was pasted. */
export const typedDigitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_DIGITS);

/** The six digits of an authenticator's code; null for anything else. */
export function authenticatorCodeOf(text: string): string | null {
  const signs = signsOf(text);
  return SIX_DIGITS.test(signs) ? signs : null;
}

/** A recovery code as it was shown (`k3v9d-0xq7m`), whatever its case and dashes, with o for 0 and i or l for 1; null for anything else. */
export function recoveryCodeOf(text: string): string | null {
  const signs = signsOf(text).toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  return RECOVERY_CODE.test(signs) ? `${signs.slice(0, HALF)}-${signs.slice(HALF)}` : null;
}

/** Either of the two, which tell themselves apart by their length; null for anything else. */
export const secondFactorOf = (text: string): string | null => authenticatorCodeOf(text) ?? recoveryCodeOf(text);
