import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_KEY_PREFIX } from '@linkway/contracts';

/** Letters and digits: a double click selects all of a key, and nothing in it has to be escaped anywhere. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 178 bits; the last characters of a key, which its owner sees, tell 24 of them at most. */
const RANDOM_CHARACTERS = 30;
/** As many as 32 bits take. */
const CHECKSUM_CHARACTERS = 6;
const FORM = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** A key that nobody guesses: `lw_live_`, random characters, and their checksum. */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return API_KEY_PREFIX + random + checksum(random);
}

/** Whether a text can be a key at all, asking nobody: what was cut off, mistyped or made up is not. */
export function isApiKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  const random = text.slice(API_KEY_PREFIX.length, -CHECKSUM_CHARACTERS);
  return text.slice(-CHECKSUM_CHARACTERS) === checksum(random);
}

function checksum(random: string): string {
  let rest = crc32(random);
  let signs = '';
  for (let n = 0; n < CHECKSUM_CHARACTERS; n += 1) {
    signs = `${ALPHABET[rest % ALPHABET.length]}${signs}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return signs;
}
