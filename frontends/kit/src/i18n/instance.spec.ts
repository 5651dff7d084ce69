import { afterAll, expect, it } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { startApp } from '../../testing';
import { currentLanguage, preferredLanguage, setLanguage } from './instance';

afterAll(() => setLanguage('en'));

it('keeps the choice for this app, and for the pages of short links that the server makes', async () => {
  await startApp();
  await setLanguage('vi');
  expect(localStorage.getItem('language')).toBe('vi');
  expect(document.cookie.split('; ')).toContain('language=vi');
  expect(document.documentElement.lang).toBe('vi');
});

it('outlives what a sign-out clears, and follows another tab and the pages of short links', async () => {
  await setLanguage('vi');
  localStorage.clear();
  expect(preferredLanguage()).toBe('vi');
  const choose = (language: string) => {
    document.cookie = `language=${language}; Path=/`;
  };
  choose('en');
  window.dispatchEvent(new StorageEvent('storage', { key: 'language' }));
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  choose('vi');
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(currentLanguage()).toBe('vi'));
});
