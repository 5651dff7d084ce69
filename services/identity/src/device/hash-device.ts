import { createHash } from 'node:crypto';

/** What is kept of a browser's number. A fast hash is right: it has 256 random bits. */
export const hashDevice = (device: string): Buffer => createHash('sha256').update(`device ${device}`).digest();
