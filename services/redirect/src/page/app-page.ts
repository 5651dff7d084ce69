import { appLine } from './ahead-page.js';
import { escape } from './escape.js';
import { frame, type PageContext } from './page.js';
import { pagePolicy } from './style.js';
import { texts } from './texts.js';

export interface ToApp {
  /** The app's own address, in ASCII. */
  app: string;
  /** Without the app; in ASCII. */
  destination: string;
}

/**
 * Nothing tells a page whether an app is there: where it opened, the page is hidden. Who comes back to it later is led nowhere. It reads
 * both addresses from the page, so that it is the same text for all links, which the page's policy names by its hash.
 * Before the load it would stop the frame of trackers.
 */
const SCRIPT = `addEventListener('load',()=>{const at=Date.now(),to=id=>document.getElementById(id).href;setTimeout(()=>{if(!document.hidden&&Date.now()-at<4000)location.replace(to('on'))},1500);location.href=to('app')})`;

export const APP_POLICY = pagePolicy({ scripts: [SCRIPT] });

/** Opens the app, and leads on where that did not happen. */
export function appPage(context: PageContext, { app, destination }: ToApp): string {
  const t = texts[context.locale];
  const target = escape(destination);
  return frame(
    t.appTitle,
    context,
    `<h1>${t.appTitle}</h1><p>${escape(appLine(app, t.appAt))}</p><p>${escape(t.app.replace('{host}', () => new URL(destination).host))}</p><a class="button" id="app" href="${escape(app)}" rel="nofollow">${t.openApp}</a>` +
      `<p class="more"><a id="on" href="${target}" rel="nofollow">${t.withoutApp}</a></p><script>${SCRIPT}</script>`,
    {
      head: `<noscript><meta http-equiv="refresh" content="2;url=${target}"></noscript>`,
      // It would be a second click.
      switches: false,
    },
  );
}
