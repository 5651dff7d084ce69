import type { Route } from '@linkway/contracts';
import { escape } from './escape.js';
import { frame, type PageContext } from './page.js';
import { barStyle } from './style.js';
import { texts } from './texts.js';

/** Where a page leads on to by itself, in ASCII, and after how many seconds. */
export interface Onward {
  destination: string;
  seconds: number;
}

/** Says where the visitor is led, and leads on: by the browser itself, without a script. */
export function countdownPage(context: PageContext, { destination, seconds }: Onward): string {
  const t = texts[context.locale];
  const url = new URL(destination);
  const target = escape(destination);
  return frame(
    t.countdownTitle,
    context,
    `<h1>${t.countdownTitle}</h1><p>${escape(t.countdown.replace('{host}', () => url.host).replace('{count}', String(seconds)))}</p>` +
      `<div class="bar"><span></span></div><a class="button" href="${target}" rel="nofollow">${t.goOn}</a>`,
    {
      head: `<meta http-equiv="refresh" content="${seconds};url=${target}"><style>${barStyle(seconds).style}</style>`,
      // It would be a second click, and ask for the password again.
      switches: false,
    },
  );
}

/** What a program reads that draws a card for the link: the owner's words, and nothing to follow. */
export function previewPage(preview: NonNullable<Route['custom_preview']>, address: string, language: string): string {
  const { title = '', description = '', image_url = '' } = preview;
  const tags: [name: 'name' | 'property', key: string, value: string][] = [
    ['property', 'og:type', 'website'],
    ['property', 'og:url', address],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['name', 'description', description],
    ['property', 'og:image', image_url],
    ['name', 'twitter:card', image_url ? 'summary_large_image' : 'summary'],
  ];
  const meta = tags
    .filter(([, , value]) => value !== '')
    .map(([name, key, value]) => `<meta ${name}="${key}" content="${escape(value)}">`)
    .join('');
  const heading = escape(title || address);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>${heading}</title>${meta}</head>
<body><h1>${heading}</h1><p>${escape(description)}</p></body></html>`;
}

/** Whether there is anything in it. */
export const hasPreview = (preview: Route['custom_preview']): preview is NonNullable<Route['custom_preview']> =>
  preview !== undefined && Boolean(preview.title || preview.description || preview.image_url);
