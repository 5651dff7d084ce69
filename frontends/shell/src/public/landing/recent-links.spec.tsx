import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { setLanguage } from '@linkway/kit/i18n';
import { loadSession, resumeSession, signOut } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { guestLinks, keepGuestLink } from '../../guest/guest-links';
import { namespaces } from '../../locales';
import RecentLinks, { timeAgo } from './recent-links';

const idOf = (n: number): string => `01a214cb-4c57-70e7-aa8d-${String(n).padStart(12, '0')}`;
const link = (n: number) => ({
  id: idOf(n),
  short_url: `https://d.example/c${n}`,
  original_url: `https://example.com/${n}`,
  created_at: '2026-01-01T00:00:00Z',
});

const me = { 'GET /api/me': { body: { id: '1', email: 'ann@example.com' } } };
const csrf = { 'GET /api/auth/csrf': { body: { csrf_token: 'a' } } };

beforeAll(async () => {
  await startApp(namespaces);
  await resumeSession();
});
beforeEach(() => {
  localStorage.clear();
  serveApi({});
});
afterEach(async () => {
  jest.restoreAllMocks();
  await act(() => setLanguage('en'));
});

it('keeps the last twenty, newest first, each once', () => {
  for (let n = 1; n <= 22; n++) keepGuestLink(link(n));
  keepGuestLink(link(10));
  expect(guestLinks()).toHaveLength(20);
  expect(
    guestLinks()
      .slice(0, 3)
      .map(({ id }) => id),
  ).toEqual([10, 22, 21].map(idOf));
});

it('takes nothing for a link that is none', () => {
  localStorage.setItem(
    'guest_links',
    JSON.stringify([link(1), { ...link(2), short_url: 'javascript:alert(1)' }, { ...link(3), id: '-'.repeat(36) }, 3]),
  );
  expect(guestLinks().map(({ id }) => id)).toEqual([idOf(1)]);
  localStorage.setItem('guest_links', '{');
  expect(guestLinks()).toEqual([]);
});

it('says how long ago it was in both languages', () => {
  const now = Date.parse('2026-01-01T02:30:00Z');
  expect(timeAgo('2026-01-01T00:00:00Z', 'en', now)).toBe('2 hours ago');
  expect(timeAgo('2026-01-01T00:00:00Z', 'vi', now)).toBe('2 giờ trước');
});

it('has words of its own for a link that was just made, in both languages', async () => {
  const made = (ms: number) => new Date(Date.now() - ms).toJSON();
  keepGuestLink({ ...link(1), created_at: made(70_000) });
  keepGuestLink({ ...link(2), created_at: made(50_000) });
  renderPage(<RecentLinks />);
  expect(await screen.findByText(/^Made just now/)).toBeTruthy();
  expect(screen.getByText(/^Made 1 minute ago/)).toBeTruthy();
  await act(() => setLanguage('vi'));
  expect(await screen.findByText(/^Vừa tạo/)).toBeTruthy();
  expect(screen.getByText(/^Tạo 1 phút trước/)).toBeTruthy();
  await act(() => setLanguage('en'));
});

it('says when a link stops working, or that it did', async () => {
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString();
  keepGuestLink({ ...link(1), expires_at: inThreeDays });
  keepGuestLink({ ...link(2), expires_at: '2026-01-31T12:00:00Z' });
  keepGuestLink({ ...link(3), expires_at: null });
  keepGuestLink({ ...link(4), expires_at: 'soon' });
  renderPage(<RecentLinks />);
  const [unread, never, ended, ending] = await screen.findAllByRole('listitem');
  expect(ending?.textContent).toContain(`works until ${new Date(inThreeDays).toLocaleDateString('en-GB')}`);
  expect(ended?.textContent).toContain('ended on 31/01/2026');
  for (const other of [never, unread]) expect(other?.textContent).not.toMatch(/until|ended/);
});

it('shows them with their code, and takes one off the list', async () => {
  keepGuestLink(link(1));
  keepGuestLink(link(2));
  renderPage(<RecentLinks />);
  const list = await screen.findByRole('region', { name: 'Your last links' });
  expect(within(list).getAllByRole('link')[0]?.textContent).toBe('d.example/c2');
  await userEvent.click(screen.getByRole('button', { name: 'QR and share: d.example/c2' }));
  expect(await screen.findByRole('img', { name: 'QR code of d.example/c2' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Take off the list: d.example/c2' }));
  expect(screen.queryByRole('link', { name: 'd.example/c2' })).toBeNull();
  expect(guestLinks().map(({ id }) => id)).toEqual([idOf(1)]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Take off the list: d.example/c1' }));
});

describe('clicks of the links', () => {
  const clicks = (...counts: (number | null)[]) => ({
    body: { data: counts.map((clicks_count, at) => ({ id: idOf(at + 1), clicks_count })) },
  });
  const open = (routes: Routes) => {
    keepGuestLink(link(1));
    keepGuestLink(link(2));
    const requests = serveApi(routes);
    renderPage(<RecentLinks />);
    return requests;
  };
  const comeBack = () => fireEvent(document, new Event('visibilitychange'));

  it('are told, and told anew to who comes back to the page', async () => {
    let answer = clicks(1, 1_234);
    const requests = open({ 'GET /api/guest/links': () => answer });
    expect(await screen.findByText('1 click')).toBeTruthy();
    expect(screen.getByText('1,234 clicks')).toBeTruthy();
    const { searchParams } = new URL(requests[0]?.url ?? '');
    expect(searchParams.get('ids')).toBe(`${idOf(2)},${idOf(1)}`);
    // Not in the address, which logs keep.
    expect(requests[0]?.headers.get('X-Linkway-Device')).toBe(localStorage.getItem('guest_device_id'));
    expect([...searchParams.keys()]).toEqual(['ids']);
    answer = clicks(2);
    comeBack();
    expect(requests).toHaveLength(1);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
    comeBack();
    expect(await screen.findByText('2 clicks')).toBeTruthy();
    // One that is nobody's any more has none.
    expect(screen.queryByText('1,234 clicks')).toBeNull();
  });

  it('that cannot be told are said to be so, and what was told stays', async () => {
    let answer: () => ReturnType<typeof problem> | ReturnType<typeof clicks> = () => clicks(3, null);
    open({ 'GET /api/guest/links': () => answer() });
    expect(await screen.findByText('3 clicks')).toBeTruthy();
    expect(screen.getAllByText(/clicks cannot be shown right now/)).toHaveLength(1);
    answer = () => problem(503, 'service.unavailable');
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
    comeBack();
    await waitFor(() => expect(screen.getByText('3 clicks')).toBeTruthy());
    expect(screen.getAllByText(/clicks cannot be shown right now/)).toHaveLength(1);
  });

  it('are said not to be had where the first question fails', async () => {
    open({ 'GET /api/guest/links': problem(503, 'service.unavailable') });
    expect(await screen.findAllByText(/clicks cannot be shown right now/)).toHaveLength(2);
  });
});

describe('who is signed in', () => {
  afterEach(async () => {
    serveApi({ ...csrf, 'POST /api/auth/logout': { status: 204 } });
    await act(signOut);
  });

  const claim = async (answer: object) => {
    for (const n of [1, 2, 3]) keepGuestLink(link(n));
    const requests = serveApi({ ...csrf, ...me, 'POST /api/links/claim': answer });
    await loadSession();
    const input = document.createElement('div');
    input.innerHTML = '<div id="shorten"><input name="url" /></div>';
    document.body.append(input);
    renderPage(
      <>
        <RecentLinks />
        <Toaster />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Add to my account' }));
    const sent = requests.find(({ method }) => method === 'POST');
    expect(await sent?.json()).toEqual({
      device_id: localStorage.getItem('guest_device_id'),
      link_ids: [3, 2, 1].map(idOf),
    });
    return () => input.remove();
  };

  it('takes the links over, and the focus goes to the form', async () => {
    const clear = await claim({ body: { claimed: [1, 2, 3].map(idOf), refused: [] } });
    expect(await screen.findByText('3 links you made before are in your account now')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(guestLinks()).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('#shorten input')));
    clear();
  });

  it('keeps those that are not known as its own, says how many, and offers them no more', async () => {
    const clear = await claim({
      body: { claimed: [idOf(1)], refused: [2, 3].map((n) => ({ id: idOf(n), code: 'links.not_found' })) },
    });
    expect((await screen.findByRole('alert')).textContent).toMatch(/^2 links could not be added to your account/);
    expect(screen.getAllByRole('listitem').map((item) => item.querySelector('a')?.textContent)).toEqual([
      'd.example/c3',
      'd.example/c2',
    ]);
    expect(screen.getAllByText(/cannot be added to an account/)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Add to my account' })).toBeNull();
    expect(screen.queryByText(/Add them to your account/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('#shorten input')));
    await act(() => setLanguage('vi'));
    expect(screen.getByRole('alert').textContent).toMatch(/^Không thêm được 2 liên kết/);
    await act(() => setLanguage('en'));
    // After a reload as well: it is stored.
    expect(JSON.parse(localStorage.getItem('guest_links') ?? '')).toEqual(
      [3, 2].map((n) => ({ ...link(n), unclaimable: true })),
    );
    clear();
  });

  it('keeps those in the list that the account may not have now', async () => {
    const refused = [2, 3].map((n) => ({ id: idOf(n), code: 'links.monthly_limit' }));
    const clear = await claim({ body: { claimed: [idOf(1)], refused } });
    expect((await screen.findByRole('alert')).textContent).toMatch(/^2 links stay on the start page/);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add to my account' }));
    expect(guestLinks().map(({ id }) => id)).toEqual([3, 2].map(idOf));
    clear();
  });

  it('keeps all of them where it fails, and may try again', async () => {
    const clear = await claim(problem(503, 'service.unavailable'));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /could not be added to your account.*Detail of service.unavailable/,
    );
    expect(guestLinks()).toHaveLength(3);
    const button = screen.getByRole('button', { name: 'Add to my account' });
    expect(document.activeElement).toBe(button);
    serveApi({ ...csrf, ...me, 'POST /api/links/claim': { body: { claimed: [1, 2, 3].map(idOf), refused: [] } } });
    await userEvent.click(button);
    expect(await screen.findByText('3 links you made before are in your account now')).toBeTruthy();
    clear();
  });

  it('keeps the focus at the button while it is busy, and sends nothing twice', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<{ body: object }>();
    const asked = jest.fn(() => promise);
    const clear = await claim(asked);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Adding…' });
    expect([button.getAttribute('aria-disabled'), button.disabled]).toEqual(['true', false]);
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    answer({
      body: { claimed: [idOf(1)], refused: [2, 3].map((n) => ({ id: idOf(n), code: 'links.monthly_limit' })) },
    });
    expect(await screen.findByRole('button', { name: 'Add to my account' })).toBe(button);
    expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, null]);
    expect(asked).toHaveBeenCalledTimes(1);
    clear();
  });
});
