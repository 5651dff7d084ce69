import { type AppLogger, rarely } from '@linkway/platform';

export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the address, not the address. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly aborted: boolean;
  /** Of the key that it came with, never the key. */
  readonly apiKeyId?: string | undefined;
}

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
  return ({ requestId, method, route, status, ms, aborted, apiKeyId }) => {
    const fields = {
      request_id: requestId,
      method,
      route,
      status,
      ms,
      ...(aborted ? { aborted } : {}),
      ...(apiKeyId === undefined ? {} : { api_key_id: apiKeyId }),
    };
    if (/^\/api(\/|$)/.test(route)) return logger.info('request', fields);
    if (status < 500) return;
    seldom((suppressed) => logger.warn('visit failed', { ...fields, ...(suppressed > 0 ? { suppressed } : {}) }));
  };
}
