import type { Locale } from '@linkway/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localeOf } from '../http/locale.js';
import { newNonce } from './csp.js';

/** As on the redirect's pages, which stand under the same addresses. */
const DEFAULT: Locale = 'vi';

export interface PlainText {
  title: string;
  /** What stands below the title, as HTML. */
  content: string;
}

/** A small page without script, in the visitor's language, for what the web app cannot say itself. */
export function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  textIn: (locale: Locale) => PlainText,
): void {
  const nonce = newNonce();
  const locale = localeOf(request.headers['accept-language'], DEFAULT);
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('vary', 'accept-language')
    .header('content-security-policy', `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`)
    .type('text/html; charset=utf-8')
    .send(page(locale, nonce, textIn(locale)));
}

function page(locale: Locale, nonce: string, { title, content }: PlainText): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Linkway</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1.5rem; text-align: center }
h1 { margin: 0 0 .5rem; font-size: 1.5rem }
p { margin: 0 auto 1.5rem; max-width: 32rem; overflow-wrap: anywhere }
small { opacity: .75 }
</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`;
}
