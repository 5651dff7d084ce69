import i18next, { type BackendModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from '../locales/kit/en.json' with { type: 'json' };
import vi from '../locales/kit/vi.json' with { type: 'json' };
import { choose, storedChoice, watchChoice } from '../stored-choice';
import { type Language, languages, loadTexts, namespaceNames, registerNamespaces, textsAtHand } from './registry';
import type { TextNamespace } from './texts';

const KEY = 'language';
/** Where the build draws pages there is none of a browser. */
const isAtBuild = typeof document === 'undefined';

const registryBackend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, callback) {
    loadTexts(namespace, language as Language).then(
      (texts) => callback(null, texts),
      (error: Error) => callback(error, null),
    );
  },
};

/** The stored language, else Vietnamese for a browser that prefers it, else English. */
export function preferredLanguage(): Language {
  return storedChoice(KEY, languages) ?? (navigator.language.toLowerCase().startsWith('vi') ? 'vi' : 'en');
}

registerNamespaces({ kit: { en, vi } });

/**
 * Starts the one i18next instance with the namespaces registered by now; what is at hand needs no request. `language`: of a page whose
 * address or text says it already; `follows`: whether the page changes with what another tab chooses.
 */
export async function startI18n(language?: Language, follows = () => true): Promise<i18n> {
  const resources = Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(
        namespaceNames().flatMap((name) => {
          const texts = textsAtHand(name, language);
          return texts ? [[name, texts]] : [];
        }),
      ),
    ]),
  );
  await i18next
    .use(registryBackend)
    .use(initReactI18next)
    .init({
      lng: language ?? preferredLanguage(),
      partialBundledLanguages: true,
      initAsync: false,
      ns: ['kit'],
      defaultNS: 'kit',
      resources,
      interpolation: { escapeValue: false },
    });
  if (isAtBuild) return i18next;
  document.documentElement.lang = currentLanguage();
  // Where the texts do not load, the page stays as it is: nobody asked this tab for anything.
  watchChoice(KEY, languages, (chosen) => {
    if (follows()) void showLanguage(chosen).catch(() => {});
  });
  return i18next;
}

async function fetchTexts(name: string, language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, name))
    i18next.addResourceBundle(language, name, await loadTexts(name, language));
}

/** Loads a part together with its texts: one without the other is not to be shown. */
export const withTexts =
  <T>(name: string, load: () => Promise<T>): (() => Promise<T>) =>
  async () => {
    const [part] = await Promise.all([load(), fetchTexts(name, currentLanguage())]);
    return part;
  };

/** How often a language was asked for: what comes late gives way to what was asked for last. */
let asked = 0;

/** For this page, without making it a choice. Throws as `setLanguage` does; false: another one was asked for meanwhile. */
export async function showLanguage(language: Language): Promise<boolean> {
  asked += 1;
  const mine = asked;
  const shown = namespaceNames().filter((name) => i18next.hasResourceBundle(currentLanguage(), name));
  await Promise.all(shown.map((name) => fetchTexts(name, language)));
  if (mine !== asked) return false;
  await i18next.changeLanguage(language);
  if (!isAtBuild) document.documentElement.lang = language;
  return true;
}

/** Throws where the texts of what is shown do not load; the language stays what it was then. */
export async function setLanguage(language: Language): Promise<boolean> {
  const shown = await showLanguage(language);
  if (shown) choose(KEY, language);
  return shown;
}

/** The built-in one that the page is in. One that was added stands on English, which says what it lacks. */
export const currentLanguage = (): Language => (i18next.language === 'vi' ? 'vi' : 'en');

/** Texts outside React, from a namespace that is loaded already. */
export const translator = <const Names extends TextNamespace | readonly TextNamespace[]>(names: Names) =>
  i18next.getFixedT(null, names);
