import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import { ConfigProvider } from 'antd';
import en from 'antd/locale/en_US';
import vi from 'antd/locale/vi_VN';
import type { ReactNode } from 'react';
import { cspNonce } from '../base/nonce';
import { currentTokens, useTheme } from '../theme/store';
import { dark } from '../theme/tokens';
import { useTexts } from './texts';
import { antdTheme, prepareTheme } from './theme';
import { isTouch, useTouch } from './touch';
import './antd.css';

// The calendar's head and months: the pickers' own short form is 'Th 11'.
const monthFormat = '[Tháng] M';
const pickers = vi.DatePicker && {
  ...vi.DatePicker,
  lang: { ...vi.DatePicker.lang, monthFormat },
};
const vietnamese = { ...vi, ...(pickers && { DatePicker: pickers }) };

// Those that antd draws by itself; they would name themselves in English.
const close = { closeIcon: <CloseOutlined aria-hidden /> };
const silentIcons = {
  select: {
    suffixIcon: <DownOutlined aria-hidden />,
    loadingIcon: <LoadingOutlined spin aria-hidden />,
  },
  datePicker: { suffixIcon: <CalendarOutlined aria-hidden /> },
  inputPassword: {
    iconRender: (visible: boolean) => (visible ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />),
  },
  modal: close,
  drawer: close,
};

/** antd in the product's looks, the current theme and language, with the page's nonce. Around every page that uses kit/ui. */
export function UiProvider({ children }: { children: ReactNode }) {
  const { mode, tokens } = useTheme();
  const touch = useTouch();
  const { t, i18n } = useTexts();
  const locale = i18n.language === 'vi' ? vietnamese : en;
  const nonce = cspNonce();
  return (
    <ConfigProvider
      {...silentIcons}
      theme={antdTheme(mode, tokens, touch)}
      // Its eye on a password says what it shows.
      locale={{ ...locale, global: { ...locale.global, show: t('show_password'), hide: t('hide_password') } }}
      csp={nonce ? { nonce } : undefined}
    >
      {children}
    </ConfigProvider>
  );
}

/** What `UiProvider` needs first, in a task of its own: for who draws it soon. */
export function prepareUi(): void {
  const tokens = currentTokens();
  prepareTheme(tokens === dark ? 'dark' : 'light', tokens, isTouch());
}
