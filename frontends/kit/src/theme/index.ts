export { setTheme, startTheme, type ThemeChoice, themeChoices, useTheme } from './store';
export { BREAKPOINT, radius, type Tokens } from './tokens';
