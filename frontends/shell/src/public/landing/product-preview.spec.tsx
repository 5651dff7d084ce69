import { beforeAll, expect, it } from '@jest/globals';
import { setLanguage } from '@linkway/kit/i18n';
import { renderPage, startApp } from '@linkway/kit/testing';
import { setTheme } from '@linkway/kit/theme';
import { act, screen } from '@testing-library/react';
import { namespaces } from '../../locales';
import { ProductPreview } from './product-preview';

const picture = () => screen.getByRole<HTMLImageElement>('img');

beforeAll(() => startApp(namespaces));

it.each([
  ['en', 'light', /^The analytics page: /],
  ['en', 'dark', /^The analytics page: /],
  ['vi', 'light', /^Trang thống kê: /],
  ['vi', 'dark', /^Trang thống kê: /],
] as const)('shows the product in the language and theme of the page (%s, %s)', async (language, theme, alt) => {
  renderPage(<ProductPreview />);
  await act(async () => {
    await setLanguage(language);
    setTheme(theme);
  });
  expect(picture().src).toMatch(new RegExp(`/analytics-${language}-${theme}\\.webp$`));
  expect(picture().alt).toMatch(alt);
  const forPhones = document.querySelector('source');
  expect(forPhones?.srcset).toMatch(new RegExp(`/phone-${language}-${theme}\\.webp$`));
  expect(forPhones?.media).toBe('(max-width: 767px)');
});

it('loads when it comes near, and has its place before', () => {
  renderPage(<ProductPreview />);
  expect(picture().getAttribute('loading')).toBe('lazy');
  expect([picture().width, picture().height]).toEqual([1120, 898]);
});
