import { randomKey } from '@linkway/platform';

export const newNonce = (): string => randomKey(18);

/**
 * Policy of the web app's page. Styles and scripts run by nonce or from this origin; remotes that live elsewhere may be
 * loaded from and asked, and nothing else.
 */
export function pagePolicy(nonce: string, remoteOrigins: readonly string[], https: boolean): string {
  const remotes = remoteOrigins.map((origin) => ` ${origin}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${remotes}`,
    `style-src 'self' 'nonce-${nonce}'${remotes}`,
    `img-src 'self' data:${remotes}`,
    `font-src 'self' data:${remotes}`,
    `connect-src 'self'${remotes}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
