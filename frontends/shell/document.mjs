// A drawn page as a whole document, made of the built index.html. Marks such as __ORIGIN__ are replaced by the gateway with each answer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zoneNames } from '@linkway/contracts/rules';
import { inlineScript } from '../kit/build/inline-script.mjs';

const EARLY_ASKS = inlineScript(join(import.meta.dirname, 'src/early-asks.js'), {
  ZONE_NAMES: zoneNames,
});
const EARLY_PRESS = inlineScript(join(import.meta.dirname, 'src/early-press.js'), {});
/** By language, with the words that the app itself has for a part that did not load. */
const FIRST_SCRIPT = Object.fromEntries(
  ['en', 'vi'].map((language) => {
    const texts = join(import.meta.dirname, `../kit/src/locales/kit/${language}.json`);
    const { retry, error } = JSON.parse(readFileSync(texts, 'utf8'));
    const TEXTS = { title: error.remote_title, server: error.unexpected, network: error.network, retry };
    return [language, inlineScript(join(import.meta.dirname, 'src/first-script.js'), { TEXTS })];
  }),
);
const escape = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const OTHER = { en: 'vi', vi: 'en' };
const NOSCRIPT = {
  page: {
    en: 'Linkway needs JavaScript to show this page. Short links work without it.',
    vi: 'Linkway cần JavaScript để hiện trang này. Không có JavaScript, liên kết ngắn vẫn hoạt động.',
  },
  form: {
    en: 'The form on this page needs JavaScript. Short links work without it.',
    vi: 'Biểu mẫu trên trang này cần JavaScript. Không có JavaScript, liên kết ngắn vẫn hoạt động.',
  },
};
const LOCALE = { en: 'en_US', vi: 'vi_VN' };

/** Before the first script runs: the colours of the theme that somebody has chosen, or of their system, and whether Google is a way to sign in. */
export const withTheme = (html, css) =>
  html
    .replace('<html lang="en">', '<html lang="en" data-theme="__THEME__" data-google="__GOOGLE__">')
    .replace('</title>', `</title>\n    <style nonce="__CSP_NONCE__">${css}</style>`);

/** `styles`: what the page is drawn with; `later`: scripts that it will ask for. */
export function documentOf(template, page, { styles, later }) {
  const { language, title, description, html, needs } = page;
  return template
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replace(/<title>[^<]*<\/title>/, (before) => (title ? `<title>${escape(title)}</title>` : before))
    .replace(/(<meta name="description" content=")[^"]*/, (all, before) => (title ? before + escape(description) : all))
    .replace(/<link href="\/assets\/main\.[^"]*\.css" rel="stylesheet">/, () => styles.map(styleOf).join(''))
    .replace('<script defer', (before) => scriptOf(FIRST_SCRIPT[language]) + before)
    .replace('</head>', () => `${[...headOf(page), ...later.map(preloadOf)].join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () =>
      html
        ? `<div id="root" data-drawn>${html}</div>${scriptOf(EARLY_PRESS)}`
        : `${scriptOf(EARLY_ASKS)}<div id="root"></div>`,
    )
    .replace(/<noscript>.*?<\/noscript>/s, needs ? `<noscript>${NOSCRIPT[needs][language]}</noscript>` : '');
}

/** Named as the style sheet that it is: the scripts do not fetch it again. */
const styleOf = ({ href, css }) => `<style nonce="__CSP_NONCE__" data-href="${href}">${css}</style>`;
const scriptOf = (code) => `<script nonce="__CSP_NONCE__">${code}</script>\n    `;
const preloadOf = (src) => `<link rel="preload" as="script" href="${src}">`;

/** What crawlers and previews read. */
function headOf({ name, language, title, description, addresses }) {
  if (!addresses) return name === 'not-found' ? ['<meta name="robots" content="noindex">'] : [];
  const meta = (attribute, key, content) => `<meta ${attribute}="${key}" content="${escape(content)}">`;
  const address = `__ORIGIN__${addresses[language]}`;
  const picture = `__ORIGIN__/preview-${language}.png`;
  return [
    `<link rel="canonical" href="${address}">`,
    ...Object.entries(addresses).map(
      ([one, path]) => `<link rel="alternate" hreflang="${one}" href="__ORIGIN__${path}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="__ORIGIN__${addresses.en}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Linkway'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', LOCALE[language]),
    meta('property', 'og:locale:alternate', LOCALE[OTHER[language]]),
    meta('property', 'og:image', picture),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', title),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', picture),
    ...(name === 'landing' ? [dataOf(language, description)] : []),
  ];
}

/** For search engines: what this is. The mark for the origin stands in JSON strings, which it cannot leave. */
function dataOf(language, description) {
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebSite', '@id': '__ORIGIN__/#site', url: '__ORIGIN__/', name: 'Linkway', inLanguage: ['en', 'vi'] },
      {
        '@type': 'SoftwareApplication',
        name: 'Linkway',
        url: '__ORIGIN__/',
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Web',
        inLanguage: language,
        description,
        isPartOf: { '@id': '__ORIGIN__/#site' },
      },
    ],
  };
  return `<script type="application/ld+json" nonce="__CSP_NONCE__">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
