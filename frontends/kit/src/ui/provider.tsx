import { ConfigProvider } from 'antd';
import en from 'antd/locale/en_US';
import vi from 'antd/locale/vi_VN';
import type { ReactNode } from 'react';
import { cspNonce } from '../base/nonce';
import { useTheme } from '../theme/store';
import { useTexts } from './texts';
import { antdTheme } from './theme';
import './antd.css';

// The calendar's head and months: the pickers' own short form is 'Th 11'.
const monthFormat = '[Tháng] M';
const pickers = vi.DatePicker && {
  ...vi.DatePicker,
  lang: { ...vi.DatePicker.lang, monthFormat },
};
const vietnamese = { ...vi, ...(pickers && { DatePicker: pickers }) };

/** antd in the product's looks, the current theme and language, with the page's nonce. Around every page that uses kit/ui. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { mode, tokens } = useTheme();
  const { t, i18n } = useTexts();
  const locale = i18n.language === 'vi' ? vietnamese : en;
  const nonce = cspNonce();
  return (
    <ConfigProvider
      theme={antdTheme(mode, tokens)}
      // Its eye on a password says what it shows.
      locale={{ ...locale, global: { ...locale.global, show: t('show_password'), hide: t('hide_password') } }}
      csp={nonce ? { nonce } : undefined}
    >
      {children}
    </ConfigProvider>
  );
}
