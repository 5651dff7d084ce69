import { type ThemeConfig, theme } from 'antd';
import { dark, light, radius, type Tokens } from '../theme/tokens';
import { controlPx, targetPx } from './touch';

/** Colours that antd takes for seeds: its algorithms would answer with others that it works out from them, in the dark with paler ones. */
const exact = (tokens: Tokens) => ({
  colorPrimary: tokens.primarySolid,
  colorInfo: tokens.info,
  colorSuccess: tokens.success,
  colorWarning: tokens.warning,
  colorError: tokens.danger,
  colorErrorHover: tokens.danger,
  colorErrorActive: tokens.danger,
  colorLink: tokens.primary,
});

type Algorithm = typeof theme.defaultAlgorithm;
type Mode = 'light' | 'dark';

/** Colours and sizes of a theme are 40 ms of work on a slow phone: the last are kept, so that they can be made before they are asked for. */
function keepingLast(algorithm: Algorithm, tokens: Tokens): Algorithm {
  let last: { asked: string; answer: ReturnType<Algorithm> } | null = null;
  return (seed) => {
    const asked = JSON.stringify(seed);
    if (last?.asked !== asked) last = { asked, answer: { ...algorithm(seed), ...exact(tokens) } };
    return last.answer;
  };
}

// Kept, as antd knows a theme by its algorithm.
const algorithms: Record<Mode, Algorithm> = {
  light: keepingLast(theme.defaultAlgorithm, light),
  dark: keepingLast(theme.darkAlgorithm, dark),
};

/** Of a field's letters: phones zoom into smaller ones. */
const FIELD_PX = 16;
/** Around the choices of a segmented control. */
const FRAME_PX = 4;

/**
 * How large what is pressed is. antd takes its heights from these, so that no screen has to think of fingers: by a finger nothing is
 * smaller than it, whatever size the screen asked for.
 */
function sizes(touch: boolean): Required<Pick<ThemeConfig, 'token' | 'components'>> {
  const least = targetPx(touch);
  if (!touch) {
    return {
      token: { controlHeight: controlPx(false), controlHeightSM: least },
      components: { Segmented: { controlHeightSM: least + FRAME_PX } },
    };
  }
  return {
    // The box of a choice is as large as ever, with more room around it.
    token: { controlHeight: controlPx(true), controlHeightSM: least, controlHeightLG: 48, controlInteractiveSize: 16 },
    components: {
      Input: { inputFontSize: FIELD_PX },
      Select: { fontSize: FIELD_PX, lineHeight: 20 / FIELD_PX },
      // A day has some room above and below by itself.
      DatePicker: { inputFontSize: FIELD_PX, cellWidth: least, cellHeight: least - 12 },
      Segmented: { controlHeight: least + FRAME_PX, controlHeightSM: least + FRAME_PX },
    },
  };
}

/** The tokens as antd wants them. */
export function antdTheme(mode: Mode, tokens: Tokens, touch = false): ThemeConfig {
  const { token, components } = sizes(touch);
  return {
    algorithm: algorithms[mode],
    token: {
      ...token,
      ...exact(tokens),
      colorPrimaryHover: tokens.primaryHover,
      colorPrimaryActive: tokens.primaryHover,
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
      fontFamily: 'var(--lw-font)',
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
      Input: { ...components.Input, colorBorder: tokens.control },
      Select: { ...components.Select, colorBorder: tokens.control },
      DatePicker: { ...components.DatePicker, colorBorder: tokens.control },
      Checkbox: { colorBorder: tokens.control },
      Radio: { colorBorder: tokens.control },
      Segmented: { ...components.Segmented },
      Menu: { itemSelectedColor: tokens.primary, itemSelectedBg: tokens.primarySoft, itemBg: 'transparent' },
      Button: {
        // As the buttons without antd.
        fontWeight: 550,
        defaultHoverColor: tokens.primary,
        defaultActiveColor: tokens.primary,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // The danger of the dark theme is a light colour, made for text: what stands on it is dark.
        dangerColor: mode === 'dark' ? tokens.background : tokens.onPrimary,
      },
      Pagination: { itemActiveColor: tokens.primary, itemActiveColorHover: tokens.primary },
      Tabs: { itemSelectedColor: tokens.primary, itemHoverColor: tokens.primary, itemActiveColor: tokens.primary },
      Card: { borderRadiusLG: radius.card },
      Modal: { borderRadiusLG: radius.card },
      Table: { headerBg: tokens.surface, headerColor: tokens.muted },
    },
  };
}

/** Makes what takes long of a theme ahead, so that drawing with it does not. */
export function prepareTheme(mode: Mode, tokens: Tokens, touch: boolean): void {
  algorithms[mode]({ ...theme.defaultSeed, ...antdTheme(mode, tokens, touch).token });
}
