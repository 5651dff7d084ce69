import type { RedirectConfig } from '../config.js';

/** Headers that every answer carries, as `name, value, name, value`. */
export interface TransportHeaders {
  /** For a visit that came by https. */
  https: readonly string[];
  http: readonly string[];
}

const NOSNIFF = ['X-Content-Type-Options', 'nosniff'];

/** Browsers ignore Strict-Transport-Security over http, and a proxy without https must not send it. */
export function transportHeaders({ HSTS_SECONDS }: Pick<RedirectConfig, 'HSTS_SECONDS'>): TransportHeaders {
  const https = HSTS_SECONDS > 0 ? [...NOSNIFF, 'Strict-Transport-Security', `max-age=${HSTS_SECONDS}`] : NOSNIFF;
  return { https, http: NOSNIFF };
}
