import { beforeAll, expect, it } from '@jest/globals';
import { problem, provideRemote, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Page } from './app';
import { configWith } from './fixtures';
import { namespaces } from './locales';

const me = { id: '1', email: 'ann@example.com', full_name: 'Ann', role: 'user' };
const config = configWith({ key: 'overview', icon: 'home', title: { en: 'Overview', vi: 'Tổng quan' } });

beforeAll(() => startApp(namespaces));

it('shows the landing page and the 404 page', async () => {
  serveApi({});
  renderPage(<Page />, { path: '/' }).unmount();
  renderPage(<Page />, { path: '/no/such/page' });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
});

it('sends a visitor from the dashboard to sign-in, and puts a refusal on the form', async () => {
  serveApi({
    'GET /api/me': problem(401, 'auth.unauthenticated'),
    'GET /api/auth/csrf': { body: { csrf_token: 'a' } },
    'POST /api/auth/login': problem(401, 'auth.bad_credentials'),
  });
  renderPage(<Page />, { path: '/dashboard' });
  await userEvent.type(await screen.findByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Detail of auth.bad_credentials')).toBeTruthy();
});

it('asks nobody who was never signed in', async () => {
  const requests = serveApi({});
  renderPage(<Page />, { path: '/dashboard' });
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  expect(requests.map(({ url }) => new URL(url).pathname)).not.toContain('/api/me');
});

it('shows the card of a remote that is down, and the remote after a retry', async () => {
  serveApi({ 'GET /api/me': { body: me }, 'GET /config.json': config });
  provideRemote('dashboard/tab', () => Promise.reject(new Error('down')));
  renderPage(<Page />, { path: '/dashboard' });
  expect(await screen.findByText('This part of Linkway did not load')).toBeTruthy();
  expect(screen.getByText('Hello, ann@example.com')).toBeTruthy();

  provideRemote('dashboard/tab', async () => ({ default: ({ tab }: { tab: string }) => <h1>Tab {tab}</h1> }));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Tab overview' })).toBeTruthy();
});
