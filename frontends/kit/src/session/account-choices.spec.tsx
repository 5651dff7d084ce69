import { afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { Me } from '@linkway/contracts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { problem, type Routes, serveApi, startApp } from '../../testing';
import { currentLanguage, setLanguage, useFormats } from '../i18n';
import { setTheme } from '../theme';
import { useAccountChoices } from './account-choices';

type Chosen = NonNullable<Me['chosen']>;
type Sent = Partial<Chosen> & { chosen_seconds_ago: number };
const nothing: Chosen = { language: null, display_mode: null, timezone: null };

let accounts = 0;
/** Another person for each test: what was said of one is not known of the other. */
const person = (): Me => ({ id: `user-${(accounts += 1)}` }) as Me;
const said = (me: Me, chosen: Partial<Chosen>): Me => ({ ...me, chosen: { ...nothing, ...chosen } });

/** Takes what it is told, as the API does; `now`: what holds, where that is another one. */
function serve(routes: Routes = {}, now: Partial<Chosen> = {}): Sent[] {
  const sent: Sent[] = [];
  serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'a' } },
    'PATCH /api/me/settings': async (request) => {
      const told = (await request.json()) as Sent;
      sent.push(told);
      return { body: { ...nothing, ...told, ...now } };
    },
    ...routes,
  });
  return sent;
}
const theme = () => document.documentElement.dataset.theme;
const follow = (me: Me | null) => renderHook(({ me }) => useAccountChoices(me), { initialProps: { me } });

beforeAll(() => startApp());
beforeEach(async () => {
  serve();
  await setLanguage('en');
  setTheme('light');
  for (const name of ['language', 'theme']) localStorage.removeItem(`${name}_chosen_at`);
});
afterEach(() => {
  jest.restoreAllMocks();
});

it('shows what the account says, here and in what other pages read', async () => {
  const sent = serve();
  follow(said(person(), { language: 'vi', display_mode: 'dark' }));
  await waitFor(() => expect(currentLanguage()).toBe('vi'));
  expect(theme()).toBe('dark');
  expect(document.cookie).toContain('language=vi');
  expect(document.cookie).toContain('theme=dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(sent).toEqual([]);
});

it('tells the account what is chosen, one after the other and the last one last', async () => {
  const me = person();
  const sent = serve();
  const { rerender } = follow(said(me, { display_mode: 'light' }));
  setTheme('dark');
  setTheme('system');
  await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  await waitFor(() => expect(localStorage.getItem('theme_chosen_at')).toBe(''));
  expect(sent.at(-1)).toEqual({ display_mode: 'system', chosen_seconds_ago: 0 });
  // An answer that was on its way meanwhile says the former state.
  rerender({ me: said(me, { display_mode: 'light' }) });
  expect(localStorage.getItem('theme')).toBe('system');
});

it('takes what was chosen before the sign-in along, with how long ago that was', async () => {
  const sent = serve();
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 90_000);
  await setLanguage('vi');
  jest.restoreAllMocks();
  follow(said(person(), { language: 'en' }));
  await waitFor(() => expect(sent).toEqual([{ language: 'vi', chosen_seconds_ago: 90 }]));
  expect(currentLanguage()).toBe('vi');
});

it('gives way to a choice that was made elsewhere after its own', async () => {
  serve({}, { display_mode: 'light' });
  setTheme('dark');
  follow(said(person(), { display_mode: 'light' }));
  await waitFor(() => expect(theme()).toBe('light'));
  expect(document.cookie).toContain('theme=light');
});

it('keeps a choice that the network kept away, and tells it again', async () => {
  serve({ 'PATCH /api/me/settings': problem(503, 'service.unavailable') });
  const me = person();
  const { rerender } = follow(said(me, { display_mode: 'light' }));
  setTheme('dark');
  await act(async () => {});
  rerender({ me: said(me, { display_mode: 'light' }) });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(theme()).toBe('dark');
  const sent = serve();
  window.dispatchEvent(new Event('online'));
  // Before its pause is over.
  await waitFor(() => expect(sent).toMatchObject([{ display_mode: 'dark' }]), { timeout: 2_000 });
  expect(theme()).toBe('dark');
});

it('never tells one account what was chosen in another', async () => {
  serve({ 'PATCH /api/me/settings': problem(503, 'service.unavailable') });
  const { unmount } = follow(said(person(), {}));
  setTheme('dark');
  unmount();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const sent = serve();
  follow(said(person(), { display_mode: 'light' }));
  await waitFor(() => expect(theme()).toBe('light'));
  expect(sent).toEqual([]);
});

it('has all dates in the zone of the account', () => {
  const { result, rerender } = renderHook(
    ({ me }) => {
      useAccountChoices(me);
      return useFormats().dateTime('2026-11-26T19:30:00Z');
    },
    { initialProps: { me: said(person(), { timezone: 'Asia/Tokyo' }) } },
  );
  expect(result.current).toBe('27/11/2026 04:30');
  rerender({ me: said(person(), { timezone: 'America/New_York' }) });
  expect(result.current).toBe('26/11/2026 14:30');
});

it('leaves the browser of an administrator who acts as somebody as it is', async () => {
  const sent = serve();
  const by = { id: 'admin', email: 'admin@example.com', full_name: 'Admin' };
  const me = { ...person(), impersonation: { by, expires_at: '2030-01-01T00:00:00.000Z' } };
  follow(said(me, { language: 'vi', display_mode: 'dark' }));
  act(() => setTheme('light'));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect([currentLanguage(), theme(), sent]).toEqual(['en', 'light', []]);
});
