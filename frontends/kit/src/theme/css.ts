import { cssVariables, dark, light, type Tokens } from './tokens';

const rules = (tokens: Tokens, scheme: 'light' | 'dark'): string =>
  [`color-scheme:${scheme}`, ...cssVariables(tokens).map(([name, value]) => `${name}:${value}`)].join(';');

/**
 * The tokens as a style sheet, for what is drawn before any script has run: `data-theme` of the document is `light`, `dark` or
 * `system`.
 */
export const themeCss = (): string =>
  [
    `:root{${rules(light, 'light')}}`,
    `:root[data-theme=dark]{${rules(dark, 'dark')}}`,
    `@media (prefers-color-scheme:dark){:root[data-theme=system]{${rules(dark, 'dark')}}}`,
  ].join('');
