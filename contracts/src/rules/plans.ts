/** Links a month that a plan comes with, where nobody set another number. */
export const PLAN_MONTHLY_LINKS = { basic: 50, premium: 5_000 } as const;

/** Most links a month that an administrator may allow. */
export const MAX_MONTHLY_LINKS_LIMIT = 1_000_000_000;
