import { type AppLogger, rarely } from '@linkway/platform';
import { isApiPath } from './unknown-api.js';

export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the address, not the address. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly aborted: boolean;
  /** Why it was refused. */
  readonly code?: string | undefined;
  /** Whose session it came with, as far as it is known. */
  readonly userId?: string | undefined;
  /** The administrator who acts as that user. */
  readonly impersonatorId?: string | undefined;
  /** Of the key that it came with, never the key. */
  readonly apiKeyId?: string | undefined;
  /** A keyed digest of the network that it came from. */
  readonly network?: string | undefined;
}

/** What may be somebody's attack: also in a log that tells of nothing less than a warning. */
const SECURITY = new Set([
  'request.csrf_invalid',
  'request.origin_forbidden',
  'auth.forbidden',
  'auth.api_key_invalid',
  'auth.outside_key_scope',
  'auth.impersonation_forbidden',
  'security.address_not_allowed',
  'security.address_blocked',
]);

const FAILED_VISIT_EVERY_MS = 1_000;

/**
 * One line for each request to the API. Visits of short links, pages and files come by the million: they are counted in
 * the metrics, and only those that failed here are told, one a second at most.
 */
export function requestLog(
  logger: Pick<AppLogger, 'info' | 'warn'>,
  now = Date.now,
): (request: AnsweredRequest) => void {
  const seldom = rarely(FAILED_VISIT_EVERY_MS, now);
  return ({ requestId, method, route, status, ms, aborted, code, userId, impersonatorId, apiKeyId, network }) => {
    const fields = {
      request_id: requestId,
      method,
      route,
      status,
      ms,
      ...(aborted ? { aborted } : {}),
      ...(code === undefined ? {} : { code }),
      ...(userId === undefined ? {} : { user_id: userId }),
      ...(impersonatorId === undefined ? {} : { impersonator_id: impersonatorId }),
      ...(apiKeyId === undefined ? {} : { api_key_id: apiKeyId }),
      ...(network === undefined ? {} : { network }),
    };
    if (isApiPath(route)) {
      if (code !== undefined && SECURITY.has(code)) return logger.warn('request refused', fields);
      return logger.info('request', fields);
    }
    if (status < 500) return;
    seldom((suppressed) => logger.warn('visit failed', { ...fields, ...(suppressed > 0 ? { suppressed } : {}) }));
  };
}
