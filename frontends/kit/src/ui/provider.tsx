import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import EyeInvisibleOutlined from '@ant-design/icons/EyeInvisibleOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import IconContext from '@ant-design/icons/es/components/Context';
import LoadingOutlined from '@ant-design/icons/LoadingOutlined';
import { ConfigProvider } from 'antd';
import en from 'antd/locale/en_US';
import vi from 'antd/locale/vi_VN';
import { type ReactNode, useMemo } from 'react';
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
  const nonce = cspNonce();
  const [show, hide] = [t('show_password'), t('hide_password')];
  // Kept, as antd works its texts and its theme out anew for others.
  const theme = useMemo(() => antdTheme(mode, tokens, touch), [mode, tokens, touch]);
  const locale = useMemo(() => {
    const texts = i18n.language === 'vi' ? vietnamese : en;
    // Its eye on a password says what it shows.
    return { ...texts, global: { ...texts.global, show, hide } };
  }, [i18n.language, show, hide]);
  const csp = useMemo(() => (nonce ? { nonce } : undefined), [nonce]);
  const icons = useMemo(() => ({ csp, prefixCls: 'anticon', zeroRuntime: true }), [csp]);
  return (
    <ConfigProvider {...silentIcons} theme={theme} locale={locale} csp={csp}>
      {/* antd has the style of icons itself: each of them would look for one more, after it is drawn, and have the page styled again. */}
      <IconContext value={icons}>{children}</IconContext>
    </ConfigProvider>
  );
}

/** What `UiProvider` needs first, in a task of its own: for who draws it soon. */
export function prepareUi(): void {
  const tokens = currentTokens();
  prepareTheme(tokens === dark ? 'dark' : 'light', tokens, isTouch());
}
