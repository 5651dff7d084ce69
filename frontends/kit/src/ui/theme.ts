import { type ThemeConfig, theme } from 'antd';
import { fontFamily, radius, type Tokens } from '../theme/tokens';

/** The tokens as antd wants them. */
export function antdTheme(mode: 'light' | 'dark', tokens: Tokens): ThemeConfig {
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: tokens.primarySolid,
      colorPrimaryHover: tokens.primaryHover,
      colorPrimaryActive: tokens.primaryHover,
      colorInfo: tokens.info,
      colorSuccess: tokens.success,
      colorWarning: tokens.warning,
      colorError: tokens.danger,
      colorLink: tokens.primary,
      colorLinkHover: tokens.primary,
      colorLinkActive: tokens.primary,
      colorPrimaryText: tokens.primary,
      colorText: tokens.ink,
      colorTextHeading: tokens.ink,
      colorTextSecondary: tokens.muted,
      colorTextTertiary: tokens.muted,
      colorTextDescription: tokens.muted,
      colorTextPlaceholder: tokens.muted,
      colorBgLayout: tokens.background,
      colorBgContainer: tokens.surface,
      colorBgElevated: tokens.surface,
      colorBorder: tokens.line,
      colorBorderSecondary: tokens.line,
      boxShadow: tokens.shadow,
      boxShadowSecondary: tokens.shadow,
      motion: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
      fontFamily,
      fontSize: 14,
      lineHeight: 20 / 14,
      borderRadius: radius.control,
      borderRadiusLG: radius.control,
      motionDurationFast: '0.12s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.18s',
    },
    components: {
      // A field must be seen before it is used: its edge has the contrast of a control, not of a line.
      Input: { colorBorder: tokens.control },
      Select: { colorBorder: tokens.control },
      DatePicker: { colorBorder: tokens.control },
      Checkbox: { colorBorder: tokens.control },
      Radio: { colorBorder: tokens.control },
      Menu: { itemSelectedColor: tokens.primary, itemSelectedBg: tokens.primarySoft, itemBg: 'transparent' },
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Card: { borderRadiusLG: radius.card },
      Modal: { borderRadiusLG: radius.card },
      Table: { headerBg: tokens.surface, headerColor: tokens.muted },
    },
  };
}
