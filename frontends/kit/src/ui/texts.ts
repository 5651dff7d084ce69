import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { registerNamespaces } from '../i18n/registry';
import en from '../locales/ui/en.json' with { type: 'json' };
import vi from '../locales/ui/vi.json' with { type: 'json' };

// They come with the parts that show them, and so are no weight of the landing page.
registerNamespaces({ ui: { en, vi } });
// The app has started: at hand, they hold up nothing that is drawn.
if (i18next.isInitialized) {
  i18next.addResourceBundle('en', 'ui', en);
  i18next.addResourceBundle('vi', 'ui', vi);
}

/** The texts of the parts in kit/ui. */
export const useTexts = () => useTranslation('ui');
