import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { registerNamespaces } from '../i18n/registry';
import en from '../locales/share/en.json' with { type: 'json' };
import vi from '../locales/share/vi.json' with { type: 'json' };

// As those of kit/ui: they come with the part that shows them.
registerNamespaces({ share: { en, vi } });
if (i18next.isInitialized) {
  i18next.addResourceBundle('en', 'share', en);
  i18next.addResourceBundle('vi', 'share', vi);
}

/** The texts of QR and share. */
export const useTexts = () => useTranslation('share');
