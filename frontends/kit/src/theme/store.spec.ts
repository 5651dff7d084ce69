import { expect, it } from '@jest/globals';
import { setTheme, startTheme } from './store';
import { cssVariables, dark, light } from './tokens';

const shown = (name: string) => document.documentElement.style.getPropertyValue(name);

it('starts light, keeps the choice and puts every token on the page', () => {
  startTheme();
  expect(document.documentElement.dataset.theme).toBe('light');
  expect(shown('--lw-primary-solid')).toBe(light.primarySolid);
  setTheme('dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  for (const [name, value] of cssVariables(dark)) expect([name, shown(name)]).toEqual([name, value]);
  // As at a sign-out, in another tab.
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  document.cookie = 'theme=light; Path=/';
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(document.documentElement.dataset.theme).toBe('light');
  setTheme('system');
  expect(document.documentElement.dataset.theme).toBe('light');
});
