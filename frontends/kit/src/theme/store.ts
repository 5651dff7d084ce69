import { useSyncExternalStore } from 'react';
import { choose, storedChoice, watchChoice } from '../stored-choice';
import { cssVariables, dark, light, type Tokens } from './tokens';

export type ThemeChoice = 'light' | 'dark' | 'system';
export const themeChoices: readonly ThemeChoice[] = ['light', 'dark', 'system'];

const KEY = 'theme';
const listeners = new Set<() => void>();
/** Paper is white, whatever the screen is. */
const onPaper = () => window.matchMedia('print');
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

let choice: ThemeChoice = 'light';

const resolved = (): 'light' | 'dark' => {
  if (onPaper().matches) return 'light';
  return choice === 'system' ? (systemDark().matches ? 'dark' : 'light') : choice;
};

function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = resolved();
  root.style.colorScheme = resolved();
  for (const [name, value] of cssVariables(currentTokens())) root.style.setProperty(name, value);
  for (const listener of listeners) listener();
}

/** Puts the stored theme on the page and follows the system's. Call once, before the first render. */
export function startTheme(): void {
  choice = storedChoice(KEY, themeChoices) ?? 'light';
  apply();
  systemDark().addEventListener('change', apply);
  onPaper().addEventListener('change', apply);
  watchChoice(KEY, themeChoices, (chosen) => {
    choice = chosen;
    apply();
  });
}

export function setTheme(next: ThemeChoice): void {
  choice = next;
  choose(KEY, next);
  apply();
}

export const currentTokens = (): Tokens => (resolved() === 'dark' ? dark : light);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Of a page that the build has drawn, which knows no reader. */
const atBuild = (): 'light' => 'light';

/** The person's choice and what it comes to now. */
export function useTheme(): { choice: ThemeChoice; mode: 'light' | 'dark'; tokens: Tokens } {
  const chosen = useSyncExternalStore(subscribe, () => choice, atBuild);
  const mode = useSyncExternalStore(subscribe, resolved, atBuild);
  return { choice: chosen, mode, tokens: mode === 'dark' ? dark : light };
}
