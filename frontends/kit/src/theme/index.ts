export { setTheme, startTheme, type ThemeChoice, themeChoices, useTheme } from './store';
export { BREAKPOINT, fontFamily, radius, type Tokens } from './tokens';
