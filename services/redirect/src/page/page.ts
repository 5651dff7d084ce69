import { type Locale, waitText } from '@linkway/contracts';
import { escape } from './escape.js';
import { STYLE } from './style.js';
import { type PageKind, texts } from './texts.js';
import type { Theme } from './theme.js';

export interface PageContext {
  locale: Locale;
  theme: Theme;
  webUrl: string;
  /** Of the short URL, without the question mark. */
  query: string;
}

/** Characters. */
const KEPT_QUERY = 1_024;

/** `wait`: too many tries; `busy`: too many passwords of anybody are being checked. */
export type FormError = { kind: 'wrong' } | { kind: 'wait' | 'busy'; seconds: number };

const CIRCLE = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';
const LOCK = 'M6 10V8a6 6 0 0 1 12 0v2M5 10h14v11H5zM12 14v3';
const CHECK = `M8 12.5l2.8 2.8L16 9.5${CIRCLE}`;
const BROKEN = `M12 8v5M12 16.5v.5${CIRCLE}`;
/** Of a link that is there, and why it does not open. */
const REASONS: Partial<Record<PageKind, string>> = {
  quarantined: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  paused: `M10 9v6M14 9v6${CIRCLE}`,
  scheduled: 'M8 3v4M16 3v4M4 10h16M5 5h14v15H5z',
  expired: `M12 7v5l3 2${CIRCLE}`,
  used_up: `M8 12h8${CIRCLE}`,
};

/** A page that says why a link does not open. */
export function errorPage(kind: PageKind, context: PageContext, domain = ''): string {
  const t = texts[context.locale];
  const message = t.messages[kind].replace('{domain}', domain);
  const next = t.next[kind];
  const title = kind === 'quarantined' ? t.warningTitle : t.errorTitle;
  return frame(
    title,
    context,
    `${icon(REASONS[kind] ?? BROKEN, REASONS[kind] ? 'icon rests' : 'icon')}<h1>${title}</h1><p>${escape(message)}</p>${next ? `<p>${next}</p>` : ''}<a class="button" href="${escape(context.webUrl)}">${t.goHome}</a>${kind === 'quarantined' ? reportLink(context) : ''}`,
  );
}

/** Where links are reported, filled in with `link` where it is given. */
export function reportLink({ locale, webUrl }: PageContext, link = ''): string {
  const address = new URL('/report', webUrl);
  if (link) address.searchParams.set('link', link);
  return `<p class="more"><a href="${escape(address.href)}">${texts[locale].report}</a></p>`;
}

/** The form of a protected link; it sends itself to its own address. */
export function passwordPage(context: PageContext, error: FormError | null): string {
  const t = texts[context.locale];
  const wrong = error === null ? '' : messageOf(error, context.locale);
  const described = wrong ? ' aria-invalid="true" aria-describedby="error"' : ' aria-describedby="help"';
  return frame(
    t.passwordTitle,
    context,
    `${icon(LOCK)}<h1>${t.passwordTitle}</h1><p id="help">${t.passwordHelp}</p><form method="post"><label for="password">${t.passwordLabel}</label>` +
      `<input id="password" name="password" type="password" maxlength="256" required autofocus autocomplete="current-password"${described}>` +
      `${wrong ? `<p class="error" id="error" role="alert">${wrong}</p>` : ''}<button class="button">${t.access}</button></form>`,
  );
}

/** Says to somebody in privacy mode that their own visits are not counted in this browser. */
export function ownVisitsPage(context: PageContext, host: string): string {
  const t = texts[context.locale];
  return frame(
    t.ownVisitsTitle,
    context,
    `${icon(CHECK)}<h1>${t.ownVisitsTitle}</h1><p>${escape(t.ownVisits.replace('{host}', host))}</p><a class="button" href="${escape(context.webUrl)}">${t.goHome}</a>`,
  );
}

function messageOf(error: FormError, locale: Locale): string {
  const { wrongPassword, throttled, busy } = texts[locale];
  if (error.kind === 'wrong') return wrongPassword;
  return (error.kind === 'wait' ? throttled : busy).replace('{wait}', waitText(error.seconds, locale));
}

/** `head`: more of it. `switches`: whether it can be had in the other language, which is another visit. */
export function frame(title: string, context: PageContext, body: string, { head = '', switches = true } = {}): string {
  const other = context.locale === 'vi' ? 'en' : 'vi';
  // What is longer than addresses of people are is not carried on: making it an address again costs more than the page.
  const switchTo = new URLSearchParams(context.query.length <= KEPT_QUERY ? context.query : '');
  switchTo.set('lang', other);
  const language = `<a class="lang" href="?${escape(switchTo.toString())}" lang="${other}" hreflang="${other}" rel="nofollow">${texts[context.locale].otherLanguage}</a>`;
  const theme = context.theme ? ` data-theme="${context.theme}"` : '';
  return `<!doctype html>
<html lang="${context.locale}"${theme}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Linkway</title>${FAVICON}${head}<style>${STYLE}</style></head>
<body><header><a class="home" href="${escape(context.webUrl)}">${MARK}Linkway</a>${switches ? language : ''}</header><main><div class="card">${body}</div></main></body></html>`;
}

const shapes = (solid: string, on: string): string =>
  `<rect width="32" height="32" rx="8" fill="${solid}"/><path d="M13 19l6-6M11.5 15.5l-2 2a4 4 0 0 0 5.6 5.6l2-2M20.5 16.5l2-2a4 4 0 0 0-5.6-5.6l-2 2" fill="none" stroke="${on}" stroke-width="2.4" stroke-linecap="round"/>`;
const MARK = `<svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">${shapes('var(--solid)', '#fff')}</svg>`;
/** In the page itself: a host of somebody's short links has no file of ours. */
export const FAVICON = `<link rel="icon" href="data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shapes('#3538cd', '#fff')}</svg>`,
).toString('base64')}">`;

const icon = (path: string, look = 'icon'): string =>
  `<svg class="${look}" width="32" height="32" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;
