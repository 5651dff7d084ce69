import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Locale, publicPages } from '@linkway/contracts';
import { plainPath } from '@linkway/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../http/accept-encoding.js';
import { pathOf } from '../http/request-target.js';
import { newNonce, pagePolicy } from './csp.js';
import { isPage } from './pages.js';
import { askedBy } from './tabs/asked-by.js';
import type { DashboardHead } from './tabs/dashboard-head.js';

const compress = promisify(gzip);
const LOCALES: readonly Locale[] = ['en', 'vi'];
const THEMES = ['light', 'dark', 'system'];
/** A build may replace the pages; who asks for one many times does not make as many readers of its file. */
const PAGE_KEPT_MS = 1_000;

/** A page that the build has written, `null` language: the reader's. */
interface HtmlPage {
  name: string;
  locale: Locale | null;
}

const byAddress = new Map<string, HtmlPage>([
  ...Object.entries(publicPages).flatMap(([name, addresses]) =>
    LOCALES.map((locale): [string, HtmlPage] => [addresses[locale], { name, locale }]),
  ),
  ['/login', { name: 'login', locale: null }],
  ['/register', { name: 'register', locale: null }],
]);

/** What the web app's folder has for an address: HTML that the build has drawn, else the page that a browser draws itself. */
function pageOf(path: string): HtmlPage {
  const known = byAddress.get(plainPath(path));
  return known ?? { name: isPage(path) ? 'app' : 'not-found', locale: null };
}

export interface PageSettings {
  root: string;
  /** What a page of the dashboard is told before its scripts ask. */
  head: DashboardHead;
  /** Origins that remotes come from. */
  origins: readonly string[];
  https: boolean;
  /** Origin that browsers see; empty: the request's own. */
  publicUrl: string;
  /** Whether people can sign in with Google. */
  google: boolean;
}

/** Origin that browsers see. `publicUrl`: empty where it is the request's own. */
export const originOf = (request: FastifyRequest, publicUrl: string): string =>
  publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`;

/** Answers every address of the web app. A fresh nonce for each answer, so browsers never keep the page. */
export function pageSender({ root, head, origins, https, publicUrl, google }: PageSettings) {
  const read = pageReader(root);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request);
    const asked = askedBy(request);
    const locale = asked.language;
    if (plainPath(path) === '/' && locale === 'vi') return leadToVietnamese(request, reply);
    const page = pageOf(path);
    const language = page.locale ?? locale;
    const [html, tags] = await Promise.all([
      read(`pages/${page.name}.${language}.html`),
      head.tags(asked).catch(() => NO_TAGS),
    ]);
    const nonce = newNonce();
    const filled = fill(html, {
      CSP_NONCE: nonce,
      THEME: THEMES.find((theme) => theme === request.cookies.theme) ?? 'light',
      ORIGIN: originOf(request, publicUrl),
      HOST: request.host,
      GOOGLE: google ? (isBackFromGoogle(request) ? 'back' : 'on') : 'off',
    });
    const text = withTags(filled, tags);
    const zipped = acceptsGzip(request.headers['accept-encoding']);
    if (zipped) void reply.header('content-encoding', 'gzip');
    void reply.header('content-language', language);
    return reply
      .code(isPage(path) ? 200 : 404)
      .header('content-security-policy', pagePolicy(nonce, origins, https))
      .header('cache-control', 'private, no-cache')
      .header('vary', 'Accept-Language, Cookie, Accept-Encoding')
      .type('text/html; charset=utf-8')
      .send(zipped ? await compress(text) : text);
  };
}

/** Then the page has something to say before its form is of use (`pageAfter` of `google/`). */
const isBackFromGoogle = ({ query }: FastifyRequest): boolean => (query as { google?: unknown }).google !== undefined;

/** Only from the home page: any other address is in the language that somebody shared it in. */
function leadToVietnamese(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
  return reply
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Accept-Language, Cookie')
    .redirect(`${publicPages.landing.vi}${query}`, 302);
}

/** Hints for a browser: a page is whole without them. */
const NO_TAGS = { head: '', body: '' };

const withTags = (html: string, { head, body }: { head: string; body: string }): string =>
  html.replace('</head>', () => `${head}</head>`).replace('<div id="root">', () => `${body}<div id="root">`);

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\\': '',
};

/** Puts values in the place of the marks; they stand in attributes, texts and JSON strings. */
const fill = (html: string, values: Record<string, string>): string =>
  html.replaceAll(/__(CSP_NONCE|THEME|ORIGIN|HOST|GOOGLE)__/g, (_, name: string) =>
    (values[name] ?? '').replaceAll(/[&<>"'\\]/g, (character) => ESCAPED[character] ?? ''),
  );

function pageReader(root: string): (file: string) => Promise<string> {
  const kept = new Map<string, { page: Promise<string>; readAt: number }>();
  return (file) => {
    const before = kept.get(file);
    if (before && Math.abs(Date.now() - before.readAt) < PAGE_KEPT_MS) return before.page;
    // A web app of a former release has no such pages.
    const page = readFile(join(root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || file === 'index.html') throw error;
      return readFile(join(root, 'index.html'), 'utf8');
    });
    kept.set(file, { page, readAt: Date.now() });
    return page;
  };
}
