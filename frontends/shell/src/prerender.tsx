// Draws the public pages for `prerender.mjs`, in Node.
import { Toaster } from '@linkway/kit/base';
import { type Language, languages, registerNamespaces, showLanguage, startI18n, translator } from '@linkway/kit/i18n';
import { StaticRouter } from '@linkway/kit/router/static';
import { themeCss } from '@linkway/kit/theme/css';
import { prerender } from 'react-dom/static';
import { Page } from './app';
import { addressed, type PublicPage, publicAddress } from './layout/public-address';
import { namespaces } from './locales';

export { themeCss };

/** A page as HTML, which the browser takes over. `needs`: what of it nobody has without scripts, which it says; null: nothing. */
export interface DrawnPage {
  name: 'landing' | 'terms' | 'not-found' | 'login' | 'register';
  language: Language;
  needs: 'form' | null;
  html: string;
  title: string;
  description: string;
  /** By language; null where the address does not tell one. */
  addresses: Record<Language, string> | null;
}

/** Title and description as namespace and key. */
const PAGES = {
  landing: { path: '/', title: 'public:landing.page_title', description: 'public:landing.text' },
  terms: { path: '/terms', title: 'terms:title', description: 'terms:description' },
  'not-found': { path: '/no-such-page/', title: 'public:not_found.title', description: 'public:not_found.text' },
  login: { path: '/login', title: 'public:nav.login', description: 'public:auth.login_text' },
  register: { path: '/register', title: 'public:nav.register', description: 'public:auth.register_text' },
} as const;
const FORMS: readonly string[] = ['landing', 'login', 'register'];

export async function drawPages(): Promise<DrawnPage[]> {
  registerNamespaces(namespaces);
  await startI18n('en');
  const drawn: DrawnPage[] = [];
  for (const language of languages) {
    await showLanguage(language);
    for (const [name, page] of Object.entries(PAGES) as [DrawnPage['name'], (typeof PAGES)[DrawnPage['name']]][]) {
      const told = addressed(page.path)?.page;
      const path = told ? publicAddress(told, language) : page.path;
      const html = await draw(path);
      const t = translator(['public', 'terms']);
      const title = t(page.title);
      drawn.push({
        name,
        language,
        needs: FORMS.includes(name) ? 'form' : null,
        html,
        title: name === 'landing' ? title : `${title} · Linkway`,
        description: t(page.description),
        addresses: told ? addressesOf(told) : null,
      });
    }
  }
  return drawn;
}

async function draw(path: string): Promise<string> {
  const app = (
    <StaticRouter location={path}>
      <Page />
      <Toaster />
    </StaticRouter>
  );
  const { prelude } = await prerender(app, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return await new Response(prelude).text();
}

const addressesOf = (page: PublicPage): Record<Language, string> => ({
  en: publicAddress(page, 'en'),
  vi: publicAddress(page, 'vi'),
});
