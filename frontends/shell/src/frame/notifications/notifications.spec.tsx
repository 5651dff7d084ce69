import { beforeAll, expect, it } from '@jest/globals';
import type { Me, Notification } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { useLocation } from '@linkway/kit/router';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { namespaces } from '../../locales';
import { Bell } from './bell';

const me = { id: '1', email: 'ann@example.com', role: 'user', full_name: 'Ann' } as unknown as Me;
const one = (n: number, more: Partial<Notification> = {}): Notification => ({
  id: `01a1f8b9-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`,
  kind: 'api_key_created',
  title: `API key created: Key ${n}`,
  text: 'The key that ends in a1B2 can use your account now.',
  path: '/dashboard?tab=api',
  created_at: '2030-02-14T09:00:00.000Z',
  read_at: null,
  ...more,
});
const Address = () => <output aria-label="Address">{useLocation().search}</output>;

beforeAll(() => startApp(namespaces));

/** Keeps what is read as the API does. */
function show(all: Notification[], routes: Routes = {}, who: Me = me): Request[] {
  let list = all;
  const unread = () => list.filter(({ read_at }) => read_at === null).length;
  const read = (is: (each: Notification) => boolean) => {
    list = list.map((each) => (is(each) ? { ...each, read_at: '2030-02-14T10:00:00.000Z' } : each));
    return { body: { unread: unread() } };
  };
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/notifications/unread': () => ({ body: { unread: unread() } }),
    'GET /api/notifications': ({ url }) => {
      const after = new URL(url).searchParams.get('starting_after');
      const from = after === null ? 0 : list.findIndex(({ id }) => id === after) + 1;
      return {
        body: {
          data: list.slice(from, from + 20),
          unread: unread(),
          pagination: { has_more: list.length > from + 20 },
        },
      };
    },
    ...Object.fromEntries(
      all.map(({ id }) => [`POST /api/notifications/${id}/read`, () => read((each) => each.id === id)]),
    ),
    'POST /api/notifications/read': async (request: Request) => {
      const { up_to } = (await request.json()) as { up_to: string };
      return read(({ id }) => id <= up_to);
    },
    ...routes,
  });
  renderPage(
    <>
      <Bell me={who} tab="overview" />
      <Address />
      <Toaster />
    </>,
    { path: '/dashboard?tab=overview' },
  );
  return requests;
}
const bell = (name: string | RegExp = /^Notifications/) => screen.findByRole('button', { name });
const lines = async () =>
  (await within(await screen.findByRole('list', { name: 'Notifications' })).findAllByRole('link')).map(
    ({ textContent }) => textContent,
  );

it('counts what is not read, and shows it with what is, the newest first', async () => {
  show([one(2), one(1, { read_at: '2030-02-14T10:00:00.000Z', title: 'Older' })]);
  await userEvent.click(await bell('Notifications, 1 unread'));
  expect(await lines()).toEqual([
    expect.stringMatching(/^Unread: API key created: Key 2The key .*14\/02\/2030/),
    expect.stringMatching(/^OlderThe key/),
  ]);
});

it('leads where a notification says, and it is read then', async () => {
  const requests = show([one(2), one(1)]);
  await userEvent.click(await bell('Notifications, 2 unread'));
  await userEvent.click(await screen.findByRole('link', { name: /Key 1/ }));
  expect((await screen.findByLabelText('Address')).textContent).toBe('?tab=api');
  await bell('Notifications, 1 unread');
  expect(requests.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname)).toEqual([
    `/api/notifications/${one(1).id}/read`,
  ]);
});

it('marks all as read that are shown, up to the newest', async () => {
  const requests = show([one(2), one(1)]);
  await userEvent.click(await bell());
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await bell('Notifications');
  await waitFor(async () => expect((await lines()).join()).not.toContain('Unread'));
  const sent = requests.find(({ url }) => url.endsWith('/api/notifications/read'));
  expect(await sent?.clone().json()).toEqual({ up_to: one(2).id });
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it('shows older ones when they are asked for', async () => {
  show(Array.from({ length: 25 }, (_, n) => one(25 - n)));
  await userEvent.click(await bell());
  expect(await lines()).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: 'Show older ones' }));
  await waitFor(async () => expect(await lines()).toHaveLength(25));
  expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull();
});

it('says that there is nothing, or that it could not be loaded, and tries again', async () => {
  let away = true;
  show([], {
    'GET /api/notifications': () =>
      away ? problem(500, 'service.internal') : { body: { data: [], unread: 0, pagination: { has_more: false } } },
  });
  await userEvent.click(await bell('Notifications'));
  expect(await screen.findByText('Your notifications could not be loaded')).toBeTruthy();
  away = false;
  await userEvent.click(screen.getByRole('button', { name: /again/i }));
  expect(await screen.findByText('Nothing new')).toBeTruthy();
});

it('says that it was not marked as read, and leaves it unread', async () => {
  show([one(1)], { 'POST /api/notifications/read': problem(503, 'service.unavailable') });
  await userEvent.click(await bell());
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('Not marked as read: Detail of service.unavailable')).toBeTruthy();
  await bell('Notifications, 1 unread');
});

it('marks nothing for the user whom an administrator acts as', async () => {
  const requests = show([one(1)], {}, { ...me, impersonation: { by: me, expires_at: '2030-02-14T09:00:00.000Z' } });
  await userEvent.click(await bell('Notifications, 1 unread'));
  await userEvent.click(await screen.findByRole('link', { name: /Key 1/ }));
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('leads on to what was pushed, where the service worker says so, and nowhere else', async () => {
  const serviceWorker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  show([]);
  await bell();
  const say = (data: unknown) => act(() => void serviceWorker.dispatchEvent(new MessageEvent('message', { data })));
  for (const data of [null, 'open', { open: 7 }, { open: '/login' }]) say(data);
  expect((await screen.findByLabelText('Address')).textContent).toBe('?tab=overview');
  say({ open: '/dashboard?tab=api' });
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('?tab=api'));
  Reflect.deleteProperty(navigator, 'serviceWorker');
});
