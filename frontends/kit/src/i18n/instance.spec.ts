import { afterAll, expect, it } from '@jest/globals';
import { startApp } from '../../testing';
import { setLanguage } from './instance';

afterAll(() => setLanguage('en'));

it('keeps the choice for this app, and for the pages of short links that the server makes', async () => {
  await startApp();
  await setLanguage('vi');
  expect(localStorage.getItem('language')).toBe('vi');
  expect(document.cookie.split('; ')).toContain('language=vi');
  expect(document.documentElement.lang).toBe('vi');
});
