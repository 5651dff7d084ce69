import { showLanguage } from '@linkway/kit/i18n';
import { useEffect } from 'react';
import { addressed } from './public-address';

/** A page whose address tells a language is in that one, however one came to it: by a link, Back, or a shared address. */
export function useAddressLanguage(pathname: string): void {
  useEffect(() => {
    const language = addressed(pathname)?.language;
    // Also where it is the present one: one that is still on its way is not wanted any more. Where the texts do not load, what is shown stays readable as it is.
    if (language) void showLanguage(language).catch(() => {});
  }, [pathname]);
}
