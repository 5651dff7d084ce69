/**
 * The first part of every path that the web app and the gateway answer themselves; any other that looks like a code is a short link. The
 * gateway, the edge of the containers, the reserved codes of links and the routes of the web app agree by this list.
 */
export const webPages = {
  /** A page of its own; `vi`: the home page in Vietnamese, with its like below it. */
  exact: ['confirm-email', 'forgot-password', 'login', 'register', 'report', 'reset-password', 'terms', 'vi'],
  /** A page with pages below it. */
  sections: ['dashboard'],
} as const;

/** Pages that have an address in each language: crawlers find both, and whoever shares one shares its language. */
export const publicPages = {
  landing: { en: '/', vi: '/vi' },
  terms: { en: '/terms', vi: '/vi/terms' },
} as const;

/** What is no page and belongs to the product all the same. */
export const productPaths = ['api', 'assets', 'remotes', 'healthz', 'readyz'] as const;

export const reservedPaths: readonly string[] = [...webPages.exact, ...webPages.sections, ...productPaths];
