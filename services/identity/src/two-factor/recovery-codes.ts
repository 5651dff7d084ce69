import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { RECOVERY_ALPHABET, RECOVERY_CODES, RECOVERY_SIGNS, recoveryCodeOf } from '@linkway/contracts';

const newCode = (): string => {
  const signs = Array.from({ length: RECOVERY_SIGNS }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]);
  const code = recoveryCodeOf(signs.join(''));
  if (code === null) throw new Error('a recovery code was made that is none');
  return code;
};

/** Of 50 random bits each, as they are shown: `k3v9d-0xq7m`. All differ. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  return [...codes];
}

/**
 * 50 bits can be typed, and cannot be guessed where tries are counted; whoever has a copy of the database could run through them, so
 * what is kept of a code is sealed besides.
 */
export const digestOf = (code: string): string => createHash('sha256').update(`recovery code ${code}`).digest('base64');

export const isSameDigest = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')];
  return a.length === b.length && timingSafeEqual(a, b);
};
