// API keys, without the schemas: the API's schemas and the forms of the web app judge by the same rules.

/** What every key begins with, so that people and scanners know one where they see it. */
export const API_KEY_PREFIX = 'lw_live_';
/** Of an account. */
export const MOST_API_KEYS = 20;
export const MAX_API_KEY_NAME_LENGTH = 100;
/** That a key may be limited to. */
export const MOST_KEY_DOMAINS = 50;
