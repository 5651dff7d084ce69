import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal digits: in the place of a random key or token wherever it is kept or sent on. So many random bits need no slower one. */
export const keyDigest = (key: string): string => createHash('sha256').update(key).digest('hex');
