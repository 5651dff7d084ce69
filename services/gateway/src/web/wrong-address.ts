import type { Locale, Problem } from '@linkway/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../http/request-target.js';
import { isApiPath } from '../http/unknown-api.js';
import { type PlainText, sendPlainPage } from './plain-page.js';

const texts = {
  en: {
    title: 'This address does not exist',
    unreadable: 'It is not written as an address can be. ',
    lost: 'Perhaps a part of it was lost when it was copied.',
    home: 'To the home page',
  },
  vi: {
    title: 'Địa chỉ này không tồn tại',
    unreadable: 'Địa chỉ viết không đúng dạng. ',
    lost: 'Có thể một phần đã bị mất khi sao chép.',
    home: 'Về trang chủ',
  },
} satisfies Record<Locale, Record<string, string>>;

const WRONG: ReadonlySet<string> = new Set(['request.malformed', 'request.not_found']);

/** A page for somebody who looks at a wrong address in a browser, where the web app's own page cannot tell it; false: a problem is the answer. */
export function answerWrongAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, status }: Pick<Problem, 'code' | 'status'>,
): boolean {
  if (!WRONG.has(code) || !isForReading(request)) return false;
  sendPlainPage(request, reply, status, (locale) => textOf(locale, code === 'request.malformed'));
  return true;
}

function textOf(locale: Locale, isUnreadable: boolean): PlainText {
  const { title, unreadable, lost, home } = texts[locale];
  return { title, content: `<p>${isUnreadable ? unreadable : ''}${lost}</p><p><a href="/">${home}</a></p>` };
}

const isForReading = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  /\btext\/html\b/i.test(request.headers.accept ?? '') &&
  !isApiPath(pathOf(request));
