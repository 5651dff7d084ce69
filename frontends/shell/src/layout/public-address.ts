import { publicPages } from '@linkway/contracts/web-paths';
import { currentLanguage, type Language, languages, useTranslation } from '@linkway/kit/i18n';

export type PublicPage = keyof typeof publicPages;

/** Where a page is in a language, else in the present one. */
export const publicAddress = (page: PublicPage, language: Language = currentLanguage()): string =>
  publicPages[page][language];

/** As `publicAddress`, in step with the language. */
export function usePublicAddress(page: PublicPage): string {
  useTranslation('kit');
  return publicAddress(page);
}

/** What an address says of the page and its language; null where the reader's choice decides the language. */
export function addressed(pathname: string): { page: PublicPage; language: Language } | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  for (const page of Object.keys(publicPages) as PublicPage[]) {
    const language = languages.find((one) => publicPages[page][one] === path);
    if (language) return { page, language };
  }
  return null;
}
