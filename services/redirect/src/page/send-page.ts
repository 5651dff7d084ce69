import type { ServerResponse } from 'node:http';
import type { Locale, Route } from '@linkway/contracts';
import { ownVisitsCookie } from '../own-visits/own-visits.js';
import type { TransportHeaders } from '../visit/transport.js';
import { type Ahead, aheadPage } from './ahead-page.js';
import { APP_POLICY, appPage, type ToApp } from './app-page.js';
import { countdownPage, type Onward, previewPage } from './before-page.js';
import { type Cloaked, cloakPage } from './cloak-page.js';
import { chosenIn, LANGUAGE_COOKIE, languageOf } from './language.js';
import { errorPage, type FormError, ownVisitsPage, type PageContext, passwordPage } from './page.js';
import { barStyle, cloakPolicy, PAGE_POLICY, trackingPolicy } from './style.js';
import type { PageKind } from './texts.js';
import { type Theme, themeOf } from './theme.js';
import type { Tracking } from './tracker-frame.js';

export const STATUS: Record<PageKind, number> = {
  unknown: 404,
  quarantined: 403,
  paused: 404,
  scheduled: 404,
  expired: 410,
  used_up: 410,
  wrong_domain: 403,
  unavailable: 503,
  busy: 503,
  flooding: 429,
  not_allowed: 405,
  bad_request: 400,
  blocked: 403,
};

const FORM_STATUS: Record<FormError['kind'], number> = { wrong: 401, wait: 429, busy: 503 };
/** Seconds; told with a 503. */
const RETRY_AFTER = 5;
const YEAR = 31_536_000;
const THEMES: readonly Theme[] = [null, 'light', 'dark'];

export interface PageVisitor {
  query: string;
  cookie: string;
  acceptLanguage: string;
  secure: boolean;
}

/** What pages that lead on have in common. */
export interface Passing {
  /** Their Referrer-Policy, which what they load and lead to is held to. */
  referrer: string;
  tracking: Tracking;
  /** Headers beside those of every page. */
  headers: readonly string[];
}

type Preview = NonNullable<Route['custom_preview']>;

/** Everything that a page is answered with. */
interface PageAnswer {
  status: number;
  headers: string[];
  body: Buffer;
}

/** Answers of a flood: their pages carry no query on, so that they are always those that were made before. */
const WITHOUT_QUERY: ReadonlySet<PageKind> = new Set(['busy', 'flooding']);

/** Answers visits with the pages that people see here. */
export class Pages {
  /** By retry after, language, theme and scheme. They are made once, since each of many visits a second may be answered with one. */
  private readonly plain = new Map<PageKind, PageAnswer[]>();

  constructor(
    private readonly webUrl: string,
    private readonly transport: TransportHeaders,
  ) {}

  error(response: ServerResponse, kind: PageKind, visitor: PageVisitor, domain = ''): void {
    const retryAfter = kind === 'unavailable' ? RETRY_AFTER : 0;
    const isPlain = visitor.query === '' && domain === '';
    send(response, isPlain ? this.plainError(kind, visitor, retryAfter) : this.made(kind, visitor, retryAfter, domain));
  }

  /** Whom nobody looked a link up for, who may come again in so many seconds (60 at most). */
  refused(response: ServerResponse, kind: 'busy' | 'flooding', visitor: PageVisitor, retryAfter: number): void {
    const isPlain = !visitor.query.includes('lang=');
    send(response, isPlain ? this.plainError(kind, visitor, retryAfter) : this.made(kind, visitor, retryAfter));
  }

  password(response: ServerResponse, visitor: PageVisitor, error: FormError | null): void {
    const status = error === null ? 200 : FORM_STATUS[error.kind];
    const headers = error && error.kind !== 'wrong' ? ['Retry-After', String(error.seconds)] : [];
    const html = passwordPage(this.contextOf(visitor, visitor.query), error);
    send(response, this.answer(status, html, visitor, headers));
  }

  /** Leads on after some seconds, by the browser. */
  countdown(response: ServerResponse, visitor: PageVisitor, onward: Onward, passing: Passing): void {
    const html = countdownPage(this.contextOf(visitor, visitor.query), onward);
    this.lead(response, visitor, { html, policy: barStyle(onward.seconds).policy }, passing);
  }

  /** Says where a link leads. */
  ahead(response: ServerResponse, visitor: PageVisitor, ahead: Ahead): void {
    const html = aheadPage(this.contextOf(visitor, visitor.query), ahead);
    send(response, this.answer(200, html, visitor, []));
  }

  /** Opens an app, or leads on. */
  app(response: ServerResponse, visitor: PageVisitor, toApp: ToApp, passing: Passing): void {
    const html = appPage(this.contextOf(visitor, ''), toApp);
    this.lead(response, visitor, { html, policy: APP_POLICY }, passing);
  }

  /** Shows the destination without leaving the short link. */
  cloak(response: ServerResponse, visitor: PageVisitor, cloaked: Cloaked, passing: Passing): void {
    const html = cloakPage(this.contextOf(visitor, ''), cloaked);
    this.lead(response, visitor, { html, policy: cloakPolicy(cloaked.destination) }, passing);
  }

  private lead(
    response: ServerResponse,
    visitor: PageVisitor,
    page: { html: string; policy: string },
    { referrer, tracking, headers }: Passing,
  ): void {
    const html = page.html.replace('</body>', () => `${tracking.html}</body>`);
    const policy = trackingPolicy(page.policy, tracking);
    send(response, this.answer(200, html, visitor, headers, { policy, referrer }));
  }

  /** For programs that draw a card. */
  preview(response: ServerResponse, visitor: PageVisitor, preview: Preview, address: string): void {
    const html = previewPage(preview, address, localeOf(visitor));
    send(response, this.answer(200, html, visitor, []));
  }

  /** Says that this browser is known from now on, and lets it keep what it is known by. */
  ownVisits(response: ServerResponse, visitor: PageVisitor & { host: string }, token: string): void {
    const html = ownVisitsPage(this.contextOf(visitor, visitor.query), visitor.host);
    const cookie = ['Set-Cookie', ownVisitsCookie(token, visitor.secure)];
    send(response, this.answer(200, html, visitor, cookie));
  }

  private plainError(kind: PageKind, visitor: PageVisitor, retryAfter: number): PageAnswer {
    const locale = localeOf(visitor);
    const known = this.plain.get(kind) ?? [];
    this.plain.set(kind, known);
    const theme = THEMES.indexOf(themeOf(visitor.cookie));
    const place = (retryAfter * 4 + (locale === 'vi' ? 2 : 0) + (visitor.secure ? 1 : 0)) * THEMES.length + theme;
    const answer = known[place] ?? this.made(kind, { ...visitor, query: '' }, retryAfter);
    known[place] = answer;
    return answer;
  }

  private made(kind: PageKind, visitor: PageVisitor, retryAfter: number, domain = ''): PageAnswer {
    const headers = retryAfter > 0 ? ['Retry-After', String(retryAfter)] : [];
    if (kind === 'not_allowed') headers.push('Allow', 'GET, HEAD, POST');
    const query = WITHOUT_QUERY.has(kind) ? '' : visitor.query;
    const html = errorPage(kind, this.contextOf(visitor, query), domain);
    return this.answer(STATUS[kind], html, visitor, headers);
  }

  private contextOf(visitor: PageVisitor, query: string): PageContext {
    return { locale: localeOf(visitor), theme: themeOf(visitor.cookie), webUrl: this.webUrl, query };
  }

  private answer(
    status: number,
    html: string,
    visitor: PageVisitor,
    more: readonly string[],
    { policy = PAGE_POLICY, referrer = 'same-origin' } = {},
  ): PageAnswer {
    const chosen = chosenIn(visitor.query);
    const cookie = chosen
      ? [
          'Set-Cookie',
          `${LANGUAGE_COOKIE}=${chosen}; Path=/; Max-Age=${YEAR}; SameSite=Lax${visitor.secure ? '; Secure' : ''}`,
        ]
      : [];
    const body = Buffer.from(html);
    const headers = [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(body.length),
      'Cache-Control',
      'private, no-store',
      'Content-Security-Policy',
      policy,
      'X-Robots-Tag',
      'noindex',
      'Referrer-Policy',
      referrer,
      'Vary',
      'Accept-Language, Cookie',
      ...(visitor.secure ? this.transport.https : this.transport.http),
      ...cookie,
      ...more,
    ];
    return { status, headers, body };
  }
}

const localeOf = ({ query, cookie, acceptLanguage }: PageVisitor): Locale => languageOf(query, cookie, acceptLanguage);

function send(response: ServerResponse, { status, headers, body }: PageAnswer): void {
  response.writeHead(status, headers);
  response.end(body);
}
