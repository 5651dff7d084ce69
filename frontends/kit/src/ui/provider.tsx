import { App, ConfigProvider } from 'antd';
import en from 'antd/locale/en_US';
import vi from 'antd/locale/vi_VN';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cspNonce } from '../base/nonce';
import { useTheme } from '../theme/store';
import { antdTheme } from './theme';
import './antd.css';

/** antd in the product's looks, the current theme and language, with the page's nonce. Around every page that uses kit/ui. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { mode, tokens } = useTheme();
  const { i18n } = useTranslation('kit');
  const nonce = cspNonce();
  return (
    <ConfigProvider
      theme={antdTheme(mode, tokens)}
      locale={i18n.language === 'vi' ? vi : en}
      csp={nonce ? { nonce } : undefined}
    >
      <App component={false}>{children}</App>
    </ConfigProvider>
  );
}
