/** Of the security centre: what holds until an administrator changes it, and how far it can be changed. */
export const DEFAULT_REQUESTS_PER_MINUTE = 60;
export const MOST_REQUESTS_PER_MINUTE = 100_000;
/** Somebody who is signed in may change so many times as much in a minute as a network without a session. */
export const SIGNED_IN_FACTOR = 10;
export const MOST_MIN_PASSWORD_LENGTH = 64;
/** Hours: 30 days. */
export const MOST_SESSION_TIMEOUT = 720;
export const MOST_WHITELIST_ENTRIES = 200;
export const MOST_BLOCKED_ADDRESSES = 500;
/** Of a network that is blocked: a digit that is missed must not shut out half of all people. */
export const LEAST_BLOCKED_BITS = { ipv4: 8, ipv6: 16 } as const;
