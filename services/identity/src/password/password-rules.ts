import { fieldError } from '@linkway/platform';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Whose password it is to be: what everybody knows of them guards nothing. */
export interface PasswordOwner {
  email: string;
  full_name: string;
}

const PRODUCT = 'linkway';
/** Shorter parts of a name are in too many words. */
const MIN_NAME_PART = 4;

const mostUsed: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/**
 * Throws `auth.password_common` for one of the most used passwords (49,000 of them, the 10,000 first among them) and for one
 * character over and over, `auth.password_personal` for the owner's address or name or the product's, digits and signs around
 * it counting for nothing. `field` is that of the request.
 */
export function checkPassword(password: string, owner: PasswordOwner, field = 'password'): void {
  const typed = password.normalize('NFKC').toLowerCase();
  const plain = plainOf(password);
  if (mostUsed.has(typed) || new Set(typed).size === 1) throw fieldError(field, 'auth.password_common');
  const known = knownWords(owner);
  if (known.has(plain) || known.has(plain.replace(/^\d+|\d+$/g, ''))) throw fieldError(field, 'auth.password_personal');
}

function knownWords({ email, full_name }: PasswordOwner): ReadonlySet<string> {
  const [local = ''] = email.split('@');
  const names = full_name.split(/\s+/).map(plainOf);
  const parts = [...names, ...local.split(/[^\p{L}\p{N}]+/u).map(plainOf)].filter(
    (part) => part.length >= MIN_NAME_PART,
  );
  const reversed = [...names].reverse().join('');
  return new Set([PRODUCT, plainOf(email), plainOf(local), names.join(''), reversed, ...parts].filter(Boolean));
}

/** Letters and digits without marks: "Nguyễn-An 1" is `nguyenan1`. */
const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{N}]/gu, '');
