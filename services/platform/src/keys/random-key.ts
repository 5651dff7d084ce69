import { randomBytes } from 'node:crypto';

/** A key that nobody guesses: 32 random bytes unless said otherwise, in letters that fit into addresses and headers. */
export const randomKey = (bytes = 32): string => randomBytes(bytes).toString('base64url');
