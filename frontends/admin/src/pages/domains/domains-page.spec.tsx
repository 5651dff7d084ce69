import { beforeAll, expect, it } from '@jest/globals';
import type { AdminDomain } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { me } from '../users/fixtures';

const domain: AdminDomain = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  domain_name: 'go.example',
  description: '',
  price: 0,
  is_free: true,
  is_active: true,
  sort_order: 0,
  root_url: null,
  not_found_url: 'https://example.com/404',
  expired_url: null,
  updated_at: '2026-11-05T08:00:00.000Z',
};

async function show(routes: Routes = {}) {
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/me': { body: me },
    'GET /api/admin/domains': { body: { data: [domain] } },
    ...routes,
  });
  await loadSession();
  renderPage(
    <>
      <Tab tab="domains" />
      <Toaster />
    </>,
    { path: '/dashboard?tab=domains' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Change addresses of go.example' }));
  const dialog = await screen.findByRole('dialog', { name: 'Addresses of go.example' });
  const changes = async () =>
    Promise.all(requests.filter(({ method }) => method === 'PATCH').map((request) => request.clone().json()));
  const field = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name);
  const save = () => userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  return { dialog, changes, field, save };
}

beforeAll(() => startApp());

it('shows where a domain leads, and saves what is changed of it alone', async () => {
  const { changes, field, save } = await show({
    'PATCH /api/admin/domains/0199a1b2-0000-7000-8000-000000000001': { body: { ...domain, not_found_url: null } },
  });
  expect(field('Address for unknown codes').value).toBe('https://example.com/404');
  await userEvent.clear(field('Address for unknown codes'));
  await userEvent.type(field('Address of the domain itself'), ' https://example.com ');
  await save();
  expect(await screen.findByText(/^Addresses of go.example saved/)).toBeTruthy();
  expect(await changes()).toEqual([{ root_url: 'https://example.com', not_found_url: null }]);
});

it('says what is wrong with an address at its field, and keeps what was typed', async () => {
  const { dialog, changes, field, save } = await show({
    'PATCH /api/admin/domains/0199a1b2-0000-7000-8000-000000000001': problem(400, 'links.url_loop', {
      errors: [{ field: 'expired_url', code: 'links.url_loop', detail: 'In circles' }],
    }),
  });
  await userEvent.type(field('Address for expired links'), 'example.com');
  await save();
  expect(await within(dialog).findByText(/^Invalid URL/)).toBeTruthy();
  expect(await changes()).toEqual([]);
  await userEvent.clear(field('Address for expired links'));
  await userEvent.type(field('Address for expired links'), 'http://intranet/over');
  await save();
  expect(await within(dialog).findByText('In circles')).toBeTruthy();
  expect(field('Address for expired links').value).toBe('http://intranet/over');
});
