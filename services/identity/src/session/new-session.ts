import { createHash } from 'node:crypto';
import { randomKey } from '@linkway/platform';
import { v7 as uuidv7 } from 'uuid';

/** Where a session was started from, as the gateway saw it. */
export interface Origin {
  ip: string;
  user_agent: string;
  /** What the browser keeps to be known again. */
  device?: string | undefined;
}

export interface NewSession {
  id: string;
  user_id: string;
  /** The bearer secret; given out once. */
  token: string;
  token_hash: Buffer;
  ip: string;
  user_agent: string;
}

export function newSession(userId: string, origin: Origin): NewSession {
  const token = randomKey();
  return {
    id: uuidv7(),
    user_id: userId,
    token,
    token_hash: hashToken(token),
    ip: storableAddress(origin.ip),
    user_agent: storable(origin.user_agent, 512),
  };
}

/** A fast hash is right here: a token has 256 random bits, so there is nothing to guess. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const storableAddress = (ip: string): string => storable(ip, 64);

// PostgreSQL takes no NUL and no half character; neither belongs into a header.
const storable = (text: string, max: number): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, max)
    .toWellFormed();
