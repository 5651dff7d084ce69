import { OWN_VISITS_PATH, publicPages, reservedPaths, webPages } from '@linkway/contracts';
import { plainPath } from '@linkway/platform';

/** Addresses of the web app that answer 200; any other is its "not found" page. Neither can be a short code. */
const EXACT = new Set([
  ...Object.values(publicPages).flatMap((addresses) => Object.values(addresses)),
  ...[...webPages.exact, ...webPages.sections].map((page) => `/${page}`),
]);
const BELOW = webPages.sections.map((section) => `/${section}/`);
const NOT_CODES = new Set(reservedPaths);
/** With a plus it asks where the link leads. */
const CODE = /^\/([A-Za-z0-9_-]{3,50})(?:\+|%2b)?$/i;

export const isPage = (path: string): boolean =>
  EXACT.has(plainPath(path)) || BELOW.some((prefix) => path.startsWith(prefix));

/** Whether the redirect service answers at a path: what may be a short link, and where an owner's browser is made known. */
export const isOfRedirect = (path: string): boolean => path === OWN_VISITS_PATH || isShortCode(path);

/** Whether a path may be a short link. */
export function isShortCode(path: string): boolean {
  const code = CODE.exec(plainPath(path))?.[1];
  return code !== undefined && !NOT_CODES.has(code);
}
