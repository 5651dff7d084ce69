import type { ErrorTexts } from '@linkway/contracts/errors';
import i18next from 'i18next';
import { api, body } from '../api/client';
import { currentLanguage, showLanguage } from '../i18n/instance';
import { namespaceNames, type Texts } from '../i18n/registry';
import { keptAdded } from './kept';
import { resourcesOf } from './resources';

/** Of no part of the app: titles in the menu, which remotes bring with their tabs. */
const TABS = 'tabs';

interface Shown {
  code: string;
  state: string;
  resources: Record<string, Texts>;
  errors: Record<string, string>;
}
let shown: Shown | null = null;
let isListening = false;

/**
 * Shows the page in a language that was added, in the state that the list names; what it lacks is in English. Nothing happens where it is
 * not the chosen one any more once its texts are there. Throws ApiProblem where they do not load: the page stays as it is.
 */
export async function showAdded(code: string, state: string): Promise<void> {
  if (keptAdded() !== code) return;
  if (shown?.code !== code || shown.state !== state) {
    const path = { code, texts: state };
    const { texts } = await body(api.GET('/api/languages/{code}/{texts}', { params: { path } }));
    if (keptAdded() !== code) return;
    const { errors = {}, ...pages } = texts;
    shown = { code, state, resources: resourcesOf(pages, code), errors };
    replace(shown);
  }
  // Before the English texts of a page that was in Vietnamese come.
  listen();
  if (currentLanguage() !== 'en') await showLanguage('en');
  if (keptAdded() !== code) return;
  // What is missing is looked for there.
  i18next.options.fallbackLng = ['en'];
  await i18next.changeLanguage(code);
  document.documentElement.lang = code;
}

function replace({ code, resources }: Shown): void {
  for (const name of [...namespaceNames(), TABS]) {
    if (i18next.hasResourceBundle(code, name)) i18next.removeResourceBundle(code, name);
    if (name === TABS || i18next.hasResourceBundle('en', name)) add(code, name, resources);
  }
}

const add = (code: string, name: string, resources: Shown['resources']): void => {
  i18next.addResourceBundle(code, name, resources[name] ?? {});
};

function listen(): void {
  if (isListening) return;
  isListening = true;
  // A part that loads later brings its English texts: with them come those of the language, so that neither is waited for.
  i18next.store.on('added', (language: string, name: string) => {
    if (language === 'en' && shown && !i18next.hasResourceBundle(shown.code, name))
      add(shown.code, name, shown.resources);
  });
  i18next.on('languageChanged', (language) => {
    const { options } = i18next as { options: { locale?: string | undefined } };
    // Years, hours and digits as the fields of dates take them.
    options.locale = language === shown?.code ? `${language}-u-ca-gregory-hc-h23-nu-latn` : undefined;
    // Read by whatever says an error, in all parts of the page.
    const page = globalThis as { linkwayErrors?: ErrorTexts | null };
    page.linkwayErrors = shown && language === shown.code ? { language, texts: shown.errors } : null;
  });
}
