import { beforeAll, expect, it } from '@jest/globals';
import { setLanguage } from '@linkway/kit/i18n';
import { loadSession, resumeSession } from '@linkway/kit/session';
import { renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { namespaces } from '../locales';
import { PublicLayout } from './public-layout';

beforeAll(async () => {
  await startApp(namespaces);
  await resumeSession();
});

const header = () => within(screen.getByRole('banner'));

it('leads to the sections of the landing page and to sign-in', async () => {
  renderPage(<PublicLayout>Page</PublicLayout>, { path: '/terms' });
  const address = (name: string) => header().getAllByRole('link', { name })[0]?.getAttribute('href');
  await screen.findByText('Page');
  expect(address('Features')).toBe('/#features');
  expect(address('Domains')).toBe('/#domains');
  expect(address('Log in')).toBe('/login');
});

it('switches language and theme', async () => {
  renderPage(<PublicLayout>Page</PublicLayout>);
  await userEvent.click((await header().findAllByRole('button', { name: /Tiếng Việt/ }))[0] as HTMLElement);
  await waitFor(() => expect(document.documentElement.lang).toBe('vi'));
  expect(header().getAllByRole('link', { name: 'Đăng nhập' }).length).toBeGreaterThan(0);
  await act(() => setLanguage('en'));
  await userEvent.click(header().getAllByRole('button', { name: 'Dark' })[0] as HTMLElement);
  expect(document.documentElement.dataset.theme).toBe('dark');
  await userEvent.click(header().getAllByRole('button', { name: 'Light' })[0] as HTMLElement);
});

it('has the same in a side menu', async () => {
  renderPage(<PublicLayout>Page</PublicLayout>);
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }));
  const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Features',
    'Domains',
    'Log in',
    'Create account',
  ]);
  await userEvent.click(menu.getByRole('button', { name: 'Close menu' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('gives a member the way to the dashboard, and out', async () => {
  serveApi({
    'GET /api/me': { body: { id: '1', email: 'ann@example.com', role: 'user' } },
    'GET /api/auth/csrf': { body: { csrf_token: 'a' } },
    'POST /api/auth/logout': { status: 204 },
  });
  await loadSession();
  renderPage(<PublicLayout>Page</PublicLayout>);
  const button = await screen.findByRole('button', { name: 'Dashboard' });
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(header().getByText('ann@example.com')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  await userEvent.click(header().getAllByRole('button', { name: 'Log out' })[0] as HTMLElement);
  expect((await header().findAllByRole('link', { name: 'Log in' })).length).toBeGreaterThan(0);
});
