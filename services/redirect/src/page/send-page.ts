import type { ServerResponse } from 'node:http';
import type { TransportHeaders } from '../visit/transport.js';
import { chosenIn, LANGUAGE_COOKIE, languageOf } from './language.js';
import { errorPage, type FormError, type PageContext, passwordPage } from './page.js';
import { PAGE_POLICY } from './style.js';
import type { PageKind } from './texts.js';

export const STATUS: Record<PageKind, number> = {
  unknown: 404,
  paused: 404,
  expired: 410,
  used_up: 410,
  wrong_domain: 403,
  unavailable: 503,
  not_allowed: 405,
  bad_request: 400,
};

const FORM_STATUS: Record<FormError['kind'], number> = { wrong: 401, wait: 429, busy: 503 };
/** Seconds; told with a 503. */
const RETRY_AFTER = 5;
const YEAR = 31_536_000;

export interface PageVisitor {
  query: string;
  cookie: string;
  acceptLanguage: string;
  secure: boolean;
}

/** Answers visits with the pages that people see here. */
export class Pages {
  constructor(
    private readonly webUrl: string,
    private readonly transport: TransportHeaders,
  ) {}

  error(response: ServerResponse, kind: PageKind, visitor: PageVisitor, domain = ''): void {
    const headers: string[] = [];
    if (kind === 'unavailable') headers.push('Retry-After', String(RETRY_AFTER));
    if (kind === 'not_allowed') headers.push('Allow', 'GET, HEAD, POST');
    this.send(response, STATUS[kind], errorPage(kind, this.context(visitor), domain), visitor, headers);
  }

  password(response: ServerResponse, visitor: PageVisitor, error: FormError | null): void {
    const status = error === null ? 200 : FORM_STATUS[error.kind];
    const headers = error && error.kind !== 'wrong' ? ['Retry-After', String(error.seconds)] : [];
    this.send(response, status, passwordPage(this.context(visitor), error), visitor, headers);
  }

  private context({ query, cookie, acceptLanguage }: PageVisitor): PageContext {
    return { locale: languageOf(query, cookie, acceptLanguage), webUrl: this.webUrl, query };
  }

  private send(response: ServerResponse, status: number, html: string, visitor: PageVisitor, more: string[]): void {
    const chosen = chosenIn(visitor.query);
    const cookie = chosen
      ? [
          'Set-Cookie',
          `${LANGUAGE_COOKIE}=${chosen}; Path=/; Max-Age=${YEAR}; SameSite=Lax${visitor.secure ? '; Secure' : ''}`,
        ]
      : [];
    response.writeHead(status, [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(Buffer.byteLength(html)),
      'Cache-Control',
      'private, no-store',
      'Content-Security-Policy',
      PAGE_POLICY,
      'X-Robots-Tag',
      'noindex',
      'Referrer-Policy',
      'same-origin',
      'Vary',
      'Accept-Language, Cookie',
      ...(visitor.secure ? this.transport.https : this.transport.http),
      ...cookie,
      ...more,
    ]);
    response.end(html);
  }
}
