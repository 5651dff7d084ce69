import type { FastifyRequest } from 'fastify';
import { localeOf } from '../../http/locale.js';
import { SIGNED_IN_MARK } from '../../session/session-cookie.js';
import type { Asked } from './dashboard-head.js';

/**
 * Who asks for a page, by what a browser sends: the app keeps the language in a cookie, too. Who asks for neither language, as crawlers
 * do, gets English.
 */
export function askedBy({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Asked {
  const cookies = (headers.cookie ?? '').split(/;\s*/);
  const kept = cookies.find((cookie) => cookie === 'language=en' || cookie === 'language=vi');
  return {
    url,
    language: kept === 'language=vi' ? 'vi' : kept === 'language=en' ? 'en' : localeOf(headers['accept-language']),
    isMember: cookies.includes(`${SIGNED_IN_MARK}=1`),
  };
}
