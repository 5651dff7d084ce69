import { reservedPaths } from '@linkway/contracts';

// The first part of every path that the product itself answers or may come to answer, and words that would mislead.
const RESERVED = new Set([
  ...reservedPaths,
  ...`
  api login logout register signup signin sign-in sign-up forgot-password reset-password verify-email oauth callback sso
  dashboard admin administrator blog bio tools payment-success payment checkout billing
  assets remotes static public media uploads images img css js fonts docs
  index favicon robots sitemap manifest config service-worker well-known
  healthz readyz livez metrics health status
  pricing features domains terms privacy about contact help support legal abuse security
  app www mail ftp root system linkway
  null undefined true false nan
  `
    .trim()
    .split(/\s+/),
]);

// A code holds no dot, but the redirect sees whatever a visitor types: files are listed for whoever asks by name.
const RESERVED_FILES = new Set([
  'config.json',
  'favicon.ico',
  'robots.txt',
  'sitemap.xml',
  'index.html',
  '.well-known',
]);

/** Whether a code would hide, or be hidden by, a page of the product; upper and lower case alike. */
export function isReservedCode(code: string): boolean {
  const word = code.toLowerCase();
  return RESERVED.has(word) || RESERVED_FILES.has(word);
}
