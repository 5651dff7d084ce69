import { escape } from './escape.js';
import { FAVICON, type PageContext } from './page.js';
import { isNamedByPolicies } from './policy-host.js';
import { CLOAK_STYLE } from './style.js';
import { texts } from './texts.js';

export interface Cloaked {
  title: string;
  /** In ASCII. */
  destination: string;
}

/** All that a page may do in a tab of its own, but for leading the tab elsewhere. It keeps its own origin, which is never ours. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals allow-downloads';

/** The destination in a frame, and a way to the page itself: what the destination forbids cannot be known from here. */
export function cloakPage({ locale, theme }: PageContext, { title, destination }: Cloaked): string {
  const target = escape(destination);
  const name = escape(title);
  return `<!doctype html>
<html lang="${locale}"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${name}</title>${FAVICON}<style>${CLOAK_STYLE}</style></head>
<body><iframe src="${target}" title="${name}" sandbox="${SANDBOX}" allow="fullscreen"></iframe><p><a href="${target}" rel="nofollow">${texts[locale].openItself}</a></p></body></html>`;
}

/**
 * What a policy can name, and a browser would load: nothing by http in a page that came by https. Nothing of the host itself: in a frame it
 * would have the page's own origin, and none of the limits of a sandbox. `host`: of the page, without port.
 */
export function canFrame({
  destination,
  secure,
  host,
}: {
  destination: string;
  secure: boolean;
  host: string;
}): boolean {
  const { protocol, hostname } = new URL(destination);
  return hostname !== host && isNamedByPolicies(hostname) && (protocol === 'https:' || !secure);
}
