import { domainToUnicode } from 'node:url';
import { escape } from './escape.js';
import { frame, type PageContext, reportLink } from './page.js';
import { texts } from './texts.js';

/** Where a link leads. */
export interface Ahead {
  /** Empty: only whoever knows the link's password is told. Two: one of them, by chance. */
  destinations: readonly string[];
  /** What is opened before, as an app's; of a system that the link has one for. Its scheme is an app's own, or the web's. */
  app: string | null;
  /** It is another one for other visitors. */
  depends: boolean;
  /** null: not known. */
  madeAt: Date | null;
  code: string;
  /** As people are shown it; empty of a link for any host. */
  address: string;
}

/** Characters of an address that are shown, and of a query that goes on with the visitor. */
const SHOWN = 250;
const KEPT_QUERY = 256;

/** Says where a link leads, and goes on by the link itself: what is shown here is no visit. */
export function aheadPage(context: PageContext, { destinations, app, depends, madeAt, code, address }: Ahead): string {
  const t = texts[context.locale];
  const lines = app === null ? [] : [appLine(app, t.aheadApp), isOfWeb(app) ? readable(app) : shortened(app)];
  if (destinations.length === 0) lines.push(t.aheadPassword);
  if (destinations.length > 1) lines.push(t.aheadTested);
  for (const destination of destinations) {
    const line = destinations.length > 1 ? t.aheadOneOf : t.ahead;
    lines.push(
      line.replace('{host}', () => hostsOf(destination)),
      readable(destination),
    );
  }
  if (depends) lines.push(t.aheadDepends);
  if (madeAt !== null) lines.push(t.aheadMade.replace('{date}', dateOf(madeAt, context.locale)));
  const said = lines.map((line) => `<p>${escape(line)}</p>`).join('');
  return frame(
    t.aheadTitle,
    context,
    `<h1>${t.aheadTitle}</h1>${said}<a class="button" href="${escape(onward(code, context.query))}" rel="nofollow">${t.open}</a>${reportLink(context, address)}`,
  );
}

/** Whether a browser that has no such app is led there all the same. */
export const isOfWeb = (app: string): boolean => /^https?:/i.test(app);

/** Names the host of an address of the web, else the scheme, which is the app's. */
export const appLine = (app: string, line: string): string =>
  line.replace('{host}', () => (isOfWeb(app) ? hostsOf(app) : new URL(app).protocol));

/** The host as it is asked for; one with other letters than a to z is named in these as well, as they may look like others. */
function hostsOf(destination: string): string {
  const { host, hostname } = new URL(destination);
  const read = domainToUnicode(hostname);
  return read === '' || read === hostname ? host : `${host} (${read})`;
}

/** Letters and digits of any script are shown as such, all else as it is sent. */
function readable(destination: string): string {
  const { origin, href } = new URL(destination);
  const rest = href.slice(origin.length).replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      const read = decodeURIComponent(encoded);
      return /^[\p{L}\p{M}\p{N}]+$/u.test(read) ? read : encoded;
    } catch {
      return encoded;
    }
  });
  return shortened(origin + rest);
}

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** The link itself, with the query that it was looked at with; the language of this page is none of its business. */
function onward(code: string, query: string): string {
  const kept = query.split('&').filter((part) => part !== '' && !/^lang=(?:en|vi)$/.test(part));
  return `/${code}${kept.length > 0 && query.length <= KEPT_QUERY ? `?${kept.join('&')}` : ''}`;
}

const dateOf = (time: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(time);
