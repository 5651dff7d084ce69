import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { errorMessage } from '@linkway/contracts/errors';
import { act, screen, waitFor } from '@testing-library/react';
import { problem, type Routes, renderPage, serveApi, startApp } from '../../testing';
import { Toaster } from '../base';
import { registerNamespaces, setLanguage, translator, useFormats, useTranslation, withTexts } from '../i18n';
import { keepAdded, keptAdded } from './kept';
import { chooseAdded, useAddedLanguage, useShownAdded } from './use-added-language';

const STATE = 'A'.repeat(22);
const TEXTS = {
  kit: { 'language.label': 'Langue' },
  late: { title: 'Tard', links_one: '{{count}} lien', links_other: '{{count}} liens' },
  errors: { 'languages.file_invalid': 'Fichier invalide', 'auth.throttled': 'Attendez {retry_after}' },
};
const french = { code: 'fr', name: 'Français', built_in: false, texts: STATE };

function serve(routes: Routes = {}, languages = [french]): Request[] {
  return serveApi({
    'GET /api/languages': { body: { data: languages } },
    [`GET /api/languages/fr/${STATE}`]: { body: { texts: TEXTS } },
    ...routes,
  });
}

function Page() {
  const { t } = useTranslation('kit');
  const { number, date } = useFormats();
  const shown = useShownAdded();
  useAddedLanguage();
  return (
    <>
      <p data-testid="label">{t('language.label')}</p>
      <p data-testid="theme">{t('theme.label')}</p>
      <p data-testid="number">{number(1234.5)}</p>
      <p data-testid="date">{date('2026-11-05T08:00:00.000Z')}</p>
      <p data-testid="shown">{shown ?? 'none'}</p>
    </>
  );
}
const text = (name: string) => screen.getByTestId(name).textContent;

beforeAll(() => startApp());
beforeEach(async () => {
  localStorage.removeItem('language_chosen_at');
  keepAdded('');
  await setLanguage('en');
  localStorage.removeItem('language_chosen_at');
});

// The first one: what it tries is how a page that has shown no added language yet begins.
it('has the texts of all parts of a page that was in Vietnamese, too', async () => {
  const state = 'D'.repeat(22);
  serve({ [`GET /api/languages/fr/${state}`]: { body: { texts: { ...TEXTS, part: { title: 'Partie' } } } } }, [
    { ...french, texts: state },
  ]);
  registerNamespaces({
    part: {
      en: async () => ({ default: { title: 'Part', rest: 'Rest' } }),
      vi: async () => ({ default: { title: 'Phần', rest: 'Còn lại' } }),
    },
  });
  await setLanguage('vi');
  await withTexts('part', async () => {})();
  renderPage(<Page />);
  await new Promise((resolve) => setTimeout(resolve, 2));
  act(() => chooseAdded('fr'));
  await waitFor(() => expect(text('label')).toBe('Langue'));
  const t = translator('kit') as unknown as (key: string) => string;
  expect([t('part:title'), t('part:rest')]).toEqual(['Partie', 'Rest']);
});

it('shows the chosen language where it has a text, English elsewhere, and formats of its own', async () => {
  serve();
  renderPage(<Page />);
  expect(text('label')).toBe('Language');
  act(() => chooseAdded('fr'));
  await waitFor(() => expect(text('label')).toBe('Langue'));
  expect(text('theme')).toBe('Theme');
  expect(text('number')).toBe('1\u202f234,5');
  expect(text('date')).toBe('05/11/2026');
  expect(text('shown')).toBe('fr');
  expect(document.documentElement.lang).toBe('fr');
  expect(document.cookie).toContain('language=en');
  expect(document.cookie).toContain('added_language=fr');
  expect(errorMessage('languages.file_invalid', 'en')).toBe('Fichier invalide');
  expect(errorMessage('languages.not_found', 'en')).toBe('This language does not exist (any more)');
  expect(errorMessage('auth.throttled', 'en', { retry_after: 120 })).toBe('Attendez 2 minutes');
  expect(errorMessage('languages.file_invalid', 'vi')).toBe('File không hợp lệ');
});

it('has the texts of a part that loads later, with the plurals of the language', async () => {
  serve();
  renderPage(<Page />);
  act(() => chooseAdded('fr'));
  await waitFor(() => expect(text('label')).toBe('Langue'));
  const late = { title: 'Late', rest: 'Rest', links_one: '{{count}} link', links_other: '{{count}} links' };
  registerNamespaces({ late: { en: async () => ({ default: late }), vi: async () => ({ default: late }) } });
  await withTexts('late', async () => {})();
  // Of no project, so its keys have no types.
  const t = translator('kit') as unknown as (key: string, options?: object) => string;
  expect([t('late:title'), t('late:rest')]).toEqual(['Tard', 'Rest']);
  // None is one in French, and a million has a form of its own.
  expect([0, 1, 2, 1_000_000].map((count) => t('late:links', { count }))).toEqual([
    '0 lien',
    '1 lien',
    '2 liens',
    '1000000 liens',
  ]);
});

it('gives way to a built-in language, whatever page that was chosen on', async () => {
  serve();
  renderPage(<Page />);
  act(() => chooseAdded('fr'));
  await waitFor(() => expect(text('label')).toBe('Langue'));
  await act(async () => {
    // Not in the same millisecond.
    await new Promise((resolve) => setTimeout(resolve, 2));
    await setLanguage('vi');
  });
  await waitFor(() => expect(text('label')).toBe('Ngôn ngữ'));
  expect(keptAdded()).toBe('');
  expect(errorMessage('languages.file_invalid', 'en')).toBe('Invalid file');
  expect(text('number')).toBe('1.234,5');
});

it('is English while the language is not offered, and stays chosen until it is again', async () => {
  serve();
  const { unmount } = renderPage(<Page />);
  act(() => chooseAdded('fr'));
  await waitFor(() => expect(text('label')).toBe('Langue'));
  unmount();
  serve({}, []);
  const { unmount: leave } = renderPage(<Page />);
  await waitFor(() => expect(text('label')).toBe('Language'));
  expect(document.documentElement.lang).toBe('en');
  // A gateway that was started while the content service is away knows of none, too.
  expect(keptAdded()).toBe('fr');
  leave();
  serve();
  renderPage(<Page />);
  await waitFor(() => expect(text('label')).toBe('Langue'));
});

it('stays as it is where the texts do not load, and says so', async () => {
  const other = { ...french, texts: 'B'.repeat(22) };
  serve({ [`GET /api/languages/fr/${other.texts}`]: problem(503, 'service.unavailable') }, [other]);
  renderPage(<Page />);
  act(() => chooseAdded('fr'));
  await waitFor(() => expect(keptAdded()).toBe('fr'));
  expect(text('label')).toBe('Language');
});

it('tries again by itself, until the texts are there', async () => {
  let away = 2;
  const answer = () => {
    away -= 1;
    return away >= 0 ? problem(503, 'service.unavailable') : { body: { texts: TEXTS } };
  };
  const other = { ...french, texts: 'C'.repeat(22) };
  const requests = serve({ [`GET /api/languages/fr/${other.texts}`]: answer as never }, [other]);
  renderPage(
    <>
      <Page />
      <Toaster />
    </>,
  );
  act(() => chooseAdded('fr'));
  expect(await screen.findByText('This part of Linkway did not load')).toBeTruthy();
  await waitFor(() => expect(text('label')).toBe('Langue'), { timeout: 20_000 });
  expect(requests.filter(({ url }) => url.endsWith(other.texts))).toHaveLength(3);
}, 30_000);
