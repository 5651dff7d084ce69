import type { Route } from '@linkway/contracts';

/** The header Referrer-Policy of whatever leads on: browsers hold what follows it to that. */
export const referrerPolicyOf = ({ hide_referrer }: Pick<Route, 'hide_referrer'>): string =>
  hide_referrer ? 'no-referrer' : 'strict-origin-when-cross-origin';
