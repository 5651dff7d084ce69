import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { Link, useLocation } from '@linkway/kit/router';
import { loadSession, resumeSession } from '@linkway/kit/session';
import { problem, provideRemote, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Page } from '../app';
import { namespaces } from '../locales';
import { keys } from './use-keys';

const me = { id: '1', email: 'ann@example.com', role: 'user', full_name: 'Ann' };
const found = {
  id: '7',
  title: 'Summer sale',
  short_url: 'https://d.example/sale',
  original_url: 'https://example.com',
};

const tab = (key: string, group: string, icon: string, en: string, vi: string) => ({
  key,
  group,
  icon,
  title: { en, vi },
  remote: 'dashboard',
});
/** As the gateway gives it. */
const config = {
  remotes: { dashboard: '/remotes/dashboard/mf-manifest.json' },
  groups: [
    { key: 'links', title: { en: 'Links', vi: 'Liên kết' } },
    { key: 'insight', title: { en: 'Insight', vi: 'Phân tích' } },
  ],
  tabs: [
    tab('overview', 'links', 'home', 'Overview', 'Tổng quan'),
    tab('create', 'links', 'plus', 'Create link', 'Tạo liên kết'),
    tab('my-links', 'links', 'link', 'My links', 'Liên kết của tôi'),
    tab('analytics', 'insight', 'line-chart', 'Analytics', 'Thống kê'),
  ],
};

function Tab({ tab }: { tab: string }) {
  return (
    <>
      <h1>Tab {tab}</h1>
      {tab === 'my-links' && <input type="search" aria-label="Search links" />}
    </>
  );
}

beforeAll(async () => {
  await resumeSession();
  await startApp(namespaces);
  provideRemote('dashboard/tab', async () => ({ default: Tab }));
});
beforeEach(() => {
  document.cookie = 'sidebar_state=; max-age=0; path=/';
});

async function open(path = '/dashboard', routes: Routes = {}, beside: ReactNode = null): Promise<Request[]> {
  const requests = serveApi({
    'GET /api/me': { body: me },
    'GET /config.json': { body: config },
    'GET /api/links': { body: { data: [found], pagination: { page: 1, limit: 5, total: 1, total_pages: 1 } } },
    'GET /api/auth/csrf': { body: { csrf_token: 'a' } },
    'POST /api/auth/logout': { status: 204 },
    ...routes,
  });
  renderPage(
    <>
      <Page />
      {beside}
    </>,
    { path },
  );
  await screen.findByText('Hello, ann@example.com');
  return requests;
}
const shows = (tab: string) => screen.findByRole('heading', { name: `Tab ${tab}` });
const press = (key: string, init: object = {}) => fireEvent.keyDown(document.body, { key, ...init });

it('shows the built tabs and the one of the address, the overview for an unknown key', async () => {
  await open('/dashboard?tab=nonsense');
  await shows('overview');
  const menu = screen.getByRole('navigation', { name: 'Dashboard pages' });
  const names = within(menu)
    .getAllByRole('link')
    .map((link) => link.textContent);
  expect(names).toEqual(['Overview', 'Create link', 'My links', 'Analytics']);
  expect(document.title).toBe('Overview · Linkway');
});

it('says over every page when the account will be deleted, until it is kept', async () => {
  let deletion_at: string | null = '2030-02-14T09:00:00.000Z';
  let isAway = true;
  const requests = await open(
    '/dashboard',
    {
      'GET /api/me': () => ({ body: { ...me, deletion_at } }),
      'DELETE /api/me/deletion': () => {
        if (isAway) return problem(500, 'service.internal');
        deletion_at = null;
        return { status: 204 };
      },
    },
    <Toaster />,
  );
  await shows('overview');
  await act(() => loadSession());
  const notice = await screen.findByRole('region', { name: 'Deletion of your account' });
  expect(within(notice).getByText(/^Your account will be deleted on 14\/02\/2030/)).toBeTruthy();
  const keep = within(notice).getByRole('button', { name: 'Keep my account' });
  await userEvent.click(keep);
  expect(await screen.findByText(/^The deletion was not cancelled/)).toBeTruthy();
  isAway = false;
  await userEvent.click(keep);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Deletion of your account' })).toBeNull());
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});

it('says over every page as whom an administrator acts, until they return', async () => {
  const by = { id: '9', email: 'admin@example.com', full_name: 'Trần Quản Trị' };
  const impersonation = { by, expires_at: '2030-02-14T09:00:00.000Z' };
  const requests = await open(
    '/dashboard',
    {
      'GET /api/me': () => ({ body: { ...me, deletion_at: '2030-03-01T09:00:00.000Z', impersonation } }),
      'DELETE /api/impersonation': () => problem(500, 'service.internal'),
    },
    <Toaster />,
  );
  await shows('overview');
  await act(() => loadSession());
  const notice = await screen.findByRole('region', { name: 'You act as somebody else' });
  expect(within(notice).getByText(/^You act as .+ until 14\/02\/2030/)).toBeTruthy();
  expect(within(notice).getByText(/as done by you, Trần Quản Trị/)).toBeTruthy();
  // That is the owner's alone.
  expect(screen.queryByRole('region', { name: 'Deletion of your account' })).toBeNull();
  await userEvent.click(within(notice).getByRole('button', { name: 'Return to my account' }));
  expect(await screen.findByText(/^You could not return/)).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

const Address = () => <output aria-label="Address">{useLocation().search}</output>;

it('puts the address right that names no tab, or that of another role', async () => {
  const tabs = [
    ...config.tabs,
    { ...tab('vault', 'insight', 'safe-that-no-shell-knows', 'Vault', 'Két'), role: 'admin' },
  ];
  const routes = { 'GET /config.json': { body: { ...config, tabs } } };
  await open('/dashboard?tab=vault&page=3', routes, <Address />);
  await shows('overview');
  expect(screen.queryByRole('link', { name: 'Vault' })).toBeNull();
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('?tab=overview'));
});

it('puts an address right that names no tab at all, and keeps in it what is for others', async () => {
  await open('/dashboard?tab=nope&foo=bar&range=never&plan=premium&price=900&utm_source=mail', {}, <Address />);
  await shows('overview');
  await waitFor(() =>
    expect(screen.getByLabelText('Address').textContent).toBe('?plan=premium&price=900&utm_source=mail&tab=overview'),
  );
});

it('keeps what an address says beside the second name of a tab, and draws a tab whose icon it does not know', async () => {
  const tabs = [...config.tabs, tab('vault', 'insight', 'safe-that-no-shell-knows', 'Vault', 'Két')];
  const routes = { 'GET /config.json': { body: { ...config, tabs } } };
  await open('/dashboard?tab=links&page=3', routes, <Address />);
  await shows('my-links');
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('?tab=my-links&page=3'));
  expect(screen.getByRole('link', { name: 'Vault' }).querySelector('svg')).toBeTruthy();
});

it('needs no question for the tabs that the page brought', async () => {
  const brought = document.createElement('script');
  brought.type = 'application/json';
  brought.id = 'config';
  brought.textContent = JSON.stringify(config);
  document.head.append(brought);
  try {
    const requests = await open();
    await shows('overview');
    expect(requests.filter(({ url }) => url.endsWith('/config.json'))).toEqual([]);
  } finally {
    brought.remove();
  }
});

it('says that the tabs could not be asked for, and tries again', async () => {
  let down = true;
  serveApi({
    'GET /api/me': { body: me },
    'GET /config.json': () => (down ? problem(503, 'request.unavailable') : { body: config }),
  });
  renderPage(<Page />, { path: '/dashboard' });
  const again = await screen.findByRole('button', { name: 'Try again' });
  down = false;
  await userEvent.click(again);
  expect(await screen.findByText('Hello, ann@example.com')).toBeTruthy();
});

it("changes the tab by the window's events", async () => {
  await open();
  act(() => void window.dispatchEvent(new CustomEvent('dashboardTabChange', { detail: 'analytics' })));
  expect(await shows('analytics')).toBeTruthy();
  act(() => void window.dispatchEvent(new CustomEvent('quickCreateLink')));
  await shows('create');
  act(() => void window.dispatchEvent(new CustomEvent('quickCreateLink', { detail: 'my-links' })));
  await shows('my-links');
});

it('keeps an invitation wherever one goes, until a page has used it', async () => {
  await open(
    '/dashboard?invite=a%26b',
    {},
    <>
      <Link to="/dashboard?tab=analytics&link=1">Statistics</Link>
      <Link to="/dashboard?tab=my-links" replace>
        Join
      </Link>
      <Address />
    </>,
  );
  const address = () => Object.fromEntries(new URLSearchParams(screen.getByLabelText('Address').textContent));
  const follow = (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', { name })));
  await shows('overview');
  await follow('Analytics');
  await shows('analytics');
  await waitFor(() => expect(address()).toEqual({ tab: 'analytics', invite: 'a&b' }));
  press('c');
  await shows('create');
  await waitFor(() => expect(address()).toEqual({ tab: 'create', invite: 'a&b' }));
  await follow('Statistics');
  await waitFor(() => expect(address()).toEqual({ tab: 'analytics', link: '1', invite: 'a&b' }));
  // Another state of the same page.
  await follow('Analytics');
  await waitFor(() => expect(address()).toEqual({ tab: 'analytics', invite: 'a&b' }));
  await follow('My links');
  await waitFor(() => expect(address()).toEqual({ tab: 'my-links', invite: 'a&b' }));
  await follow('Join');
  await waitFor(() => expect(address()).toEqual({ tab: 'my-links' }));
  await follow('Overview');
  await shows('overview');
  expect(address()).toEqual({ tab: 'overview' });
});

it('leaves a key alone that the page has taken', async () => {
  await open();
  await shows('overview');
  const take = (event: KeyboardEvent): void => event.preventDefault();
  window.addEventListener('keydown', take, true);
  press('c');
  press('/');
  window.removeEventListener('keydown', take, true);
  await shows('overview');
  press('c');
  await shows('create');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('creates by c, searches by /, and leaves keys alone that are typed', async () => {
  await open();
  await shows('overview');
  press('c');
  await shows('create');
  await userEvent.click(screen.getByRole('link', { name: 'My links' }));
  await shows('my-links');
  press('/');
  const search = screen.getByRole('searchbox', { name: 'Search links' });
  expect(document.activeElement).toBe(search);
  fireEvent.keyDown(search, { key: 'c' });
  expect(screen.queryByRole('heading', { name: 'Tab create' })).toBeNull();
  press('?');
  const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  // Each key that is bound is told, each with its words.
  expect(within(help).getAllByRole('term')).toHaveLength(keys.length);
  for (const term of within(help).getAllByRole('term')) expect(term.textContent).not.toMatch(/^keys\./);
  for (const { shown } of keys) for (const key of shown()) expect(within(help).getByText(key)).toBeTruthy();
});

it('finds pages, links and actions in the palette, and opens by Enter', async () => {
  const requests = await open();
  await shows('overview');
  press('k', { ctrlKey: true });
  const field = await screen.findByRole('combobox', { name: 'Search pages, links and actions' });
  await userEvent.type(field, 'sum');
  await waitFor(() => expect(requests.some(({ url }) => url.includes('search=sum'))).toBe(true));
  const option = await screen.findByRole('option', { name: /Summer sale/ });
  await waitFor(() => expect(option.getAttribute('aria-selected')).toBe('true'));
  await userEvent.type(field, '{Enter}');
  await shows('analytics');
  expect(screen.queryByRole('combobox')).toBeNull();
});

it('leads from the palette back to where one was, and to the page where that was nowhere', async () => {
  await open();
  await shows('overview');
  const leave = async (): Promise<void> => {
    press('k', { ctrlKey: true });
    await userEvent.type(await screen.findByRole('combobox'), '{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  };
  expect(document.activeElement).toBe(document.body);
  await leave();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  const link = screen.getByRole('link', { name: 'My links' });
  act(() => link.focus());
  await leave();
  expect(document.activeElement).toBe(link);
});

it('has language and theme in the account menu, which gives the focus back', async () => {
  await open();
  await shows('overview');
  const header = within(screen.getByRole('banner'));
  const account = header.getByRole('button', { name: 'Account of ann@example.com' });
  expect(header.queryByRole('button', { name: 'Dark' })).toBeNull();
  await userEvent.click(account);
  await userEvent.click(header.getByRole('button', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  await userEvent.click(within(header.getByRole('group', { name: 'Theme' })).getByRole('button', { name: 'Light' }));
  await userEvent.click(header.getByRole('button', { name: 'VI Tiếng Việt' }));
  expect(await header.findByRole('button', { name: 'Phím tắt' })).toBeTruthy();
  await userEvent.click(header.getByRole('button', { name: 'EN English' }));
  expect(await header.findByRole('button', { name: 'Keyboard shortcuts' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(account.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(account);
});

it('asks which languages there are once somebody may choose one', async () => {
  const requests = await open('/dashboard', {
    'GET /api/languages': {
      body: { data: [{ code: 'fr', name: 'Français', built_in: false, texts: 'A'.repeat(22) }] },
    },
  });
  await shows('overview');
  const asked = () => requests.filter(({ url }) => new URL(url).pathname === '/api/languages').length;
  expect(asked()).toBe(0);
  const header = within(screen.getByRole('banner'));
  await userEvent.click(header.getByRole('button', { name: 'Account of ann@example.com' }));
  expect(await header.findByRole('button', { name: 'Français' })).toBeTruthy();
  expect(asked()).toBe(1);
});

it('keeps the folded menu for a week', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Collapse menu' }));
  expect(document.cookie).toContain('sidebar_state=closed');
  await userEvent.click(screen.getByRole('button', { name: 'Expand menu' }));
  expect(document.cookie).toContain('sidebar_state=open');
});

it('asks to sign in again when the session ends, and says so', async () => {
  let ended = false;
  const untilThen = (answer: object) => () => (ended ? problem(401, 'auth.unauthenticated') : answer);
  await open('/dashboard?tab=my-links', {
    'GET /api/me': untilThen({ body: me }) as never,
    'GET /api/links': untilThen({ body: { data: [], pagination: {} } }) as never,
  });
  await shows('my-links');
  ended = true;
  press('k', { ctrlKey: true });
  // A moment later, as it might have a successor.
  const said = 'Your session has ended. Log in to pick up where you left off.';
  expect(await screen.findByText(said, {}, { timeout: 5_000 })).toBeTruthy();
  // Who it was is filled in, and in no address.
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(me.email);
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(window.location.href).not.toContain('%40');
});

it('says over a page that stays that another account, or none, is signed in now', async () => {
  const other = problem(409, 'session.other_account');
  let answer: Routes[string] = { body: me };
  const requests = await open('/dashboard?tab=my-links', { 'GET /api/me': () => answer as never });
  await shows('my-links');
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  await userEvent.type(search, 'typed');
  const look = () => act(async () => void window.dispatchEvent(new Event('focus')));

  answer = other;
  await look();
  expect(await screen.findByText('Another account is signed in now')).toBeTruthy();
  expect(screen.getByText(/This page is still that of ann@example.com/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Go on as the other account' })).toBeTruthy();
  answer = problem(401, 'auth.unauthenticated');
  await look();
  expect(await screen.findByText('You are signed out')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in in a new tab' }).getAttribute('target')).toBe('_blank');
  answer = { body: me };
  await look();
  await waitFor(() => expect(screen.queryByText('You are signed out')).toBeNull());
  expect(search.value).toBe('typed');
  expect(
    requests
      .filter(({ url }) => url.endsWith('/api/me'))
      .at(-1)
      ?.headers.get('x-linkway-account'),
  ).toBe('1');
});

it('signs out to the landing page and clears the browser', async () => {
  await open();
  localStorage.setItem('kept', '1');
  sessionStorage.setItem('kept', '1');
  await userEvent.click(screen.getByRole('button', { name: 'Account of ann@example.com' }));
  await userEvent.click(await screen.findByText('Log out'));
  expect(await screen.findByRole('heading', { name: 'Short links that never lose a click' })).toBeTruthy();
  expect([localStorage.getItem('kept'), sessionStorage.getItem('kept')]).toEqual([null, null]);
});
