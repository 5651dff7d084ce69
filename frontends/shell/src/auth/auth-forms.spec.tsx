import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorMessages } from '@linkway/contracts/errors';
import { Toaster } from '@linkway/kit/base';
import { setLanguage } from '@linkway/kit/i18n';
import { resumeSession, signOut } from '@linkway/kit/session';
import { problem, provideRemote, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Page } from '../app';
import { configWith } from '../fixtures';
import { namespaces } from '../locales';

const csrf = { 'GET /api/auth/csrf': { body: { csrf_token: 'a' } } };
const posts = (requests: Request[]) => requests.filter(({ method }) => method === 'POST');

beforeAll(async () => {
  await startApp(namespaces);
  await resumeSession();
});
beforeEach(() => sessionStorage.clear());

async function openRegister(routes: Routes = {}) {
  const requests = serveApi({ ...csrf, ...routes });
  const page = renderPage(
    <>
      <Page />
      <Toaster />
    </>,
    { path: '/register?plan=premium&price=990' },
  );
  await screen.findByLabelText('Full name');
  return { requests, ...page };
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create account' }));
async function fill(): Promise<void> {
  await userEvent.type(screen.getByLabelText('Full name'), ' Ann ');
  await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.type(screen.getByLabelText('Confirm password'), 'secret');
  await userEvent.click(screen.getByRole('checkbox'));
}

describe('registration', () => {
  it('says at each field what to do, focuses the first, and asks the API nothing', async () => {
    const { requests } = await openRegister();
    await submit();
    for (const text of [
      'Please enter your full name',
      'Please enter your email',
      'Please enter your password',
      'Please enter the password once more',
      'Please accept the terms of service',
    ]) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Full name')));
    await userEvent.type(screen.getByLabelText('Email'), 'ann');
    await userEvent.type(screen.getByLabelText('Password'), 'short');
    await userEvent.type(screen.getByLabelText('Confirm password'), 'other');
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    expect(await screen.findByText('Password is not strong enough. Use at least 6 characters.')).toBeTruthy();
    expect(await screen.findByText('The passwords do not match')).toBeTruthy();
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/api/auth/password-rules']);
  });

  it('says how long a password has to be here', async () => {
    await openRegister({ 'GET /api/auth/password-rules': { body: { min_password_length: 12 } } });
    expect(await screen.findByText('At least 12 characters.')).toBeTruthy();
  });

  it('tells that a name and a password are too long, and cuts neither', async () => {
    const { requests } = await openRegister();
    await fill();
    for (const [label, length] of [
      ['Full name', 121],
      ['Password', 257],
    ] as const) {
      const field = screen.getByLabelText<HTMLInputElement>(label);
      await userEvent.clear(field);
      await userEvent.click(field);
      await userEvent.paste('x'.repeat(length));
      expect(field.value).toHaveLength(length);
    }
    await submit();
    await waitFor(() => expect(screen.getAllByText('This text is too long.')).toHaveLength(2));
    expect(posts(requests)).toEqual([]);
  });

  it('tells at the email that it is taken, and keeps all but the passwords over a reload', async () => {
    const { unmount, requests } = await openRegister({ 'POST /api/auth/register': problem(409, 'auth.email_taken') });
    await fill();
    await submit();
    expect(await screen.findByText('Detail of auth.email_taken')).toBeTruthy();
    expect(await posts(requests)[0]?.json()).toEqual({
      full_name: 'Ann',
      email: 'ann@example.com',
      password: 'secret',
      accept_terms: true,
    });
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('secret');
    unmount();
    await openRegister();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ann@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it('takes along what was made in this browser before, and says so', async () => {
    const made = {
      short_url: 'https://d.example/a',
      original_url: 'https://a.example/',
      created_at: new Date().toJSON(),
    };
    const id = '01a214cb-4c57-70e7-aa8d-000000000001';
    localStorage.setItem('guest_links', JSON.stringify([{ id, ...made }]));
    const { requests } = await openRegister({
      'POST /api/auth/register': { status: 201, body: {} },
      'POST /api/links/claim': { body: { claimed: [id], refused: [] } },
    });
    await fill();
    await submit();
    expect(await screen.findByText('1 link you made before is in your account now')).toBeTruthy();
    expect(posts(requests).map(({ url }) => new URL(url).pathname)).toEqual(['/api/auth/register', '/api/links/claim']);
    expect(localStorage.getItem('guest_links')).toBe('[]');
  });

  it('leaves whoever went elsewhere meanwhile where they are', async () => {
    const made = { short_url: 'https://d.example/a', original_url: 'https://a.example/', created_at: '2026-01-01' };
    const id = '01a214cb-4c57-70e7-aa8d-000000000001';
    localStorage.setItem('guest_links', JSON.stringify([{ id, ...made }]));
    let claimed = (_answer: { body: unknown }): void => {};
    const { requests } = await openRegister({
      'POST /api/auth/register': { status: 201, body: {} },
      'POST /api/links/claim': () => new Promise((resolve) => (claimed = resolve)),
    });
    await fill();
    await submit();
    await waitFor(() => expect(posts(requests)).toHaveLength(2));
    // The pause is over by then, and only the claim is waited for.
    await act(() => new Promise((resolve) => setTimeout(resolve, 2_200)));
    await userEvent.click(document.querySelector('a[href="/"]') as HTMLElement);
    claimed({ body: { claimed: [id], refused: [] } });
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    // The dashboard, which nobody is signed in to here, would have led there.
    expect(screen.queryByRole('heading', { name: 'Log in to Linkway' })).toBeNull();
    expect(screen.queryByLabelText('Full name')).toBeNull();
  });

  it('asks for nothing where nothing was made before', async () => {
    localStorage.clear();
    const { requests } = await openRegister({ 'POST /api/auth/register': { status: 201, body: {} } });
    await fill();
    await submit();
    expect(await screen.findByText('Your account is ready')).toBeTruthy();
    expect(posts(requests)).toHaveLength(1);
  });

  it('leads who has an account to the login, with that email and the focus on the password', async () => {
    await openRegister({ 'POST /api/auth/register': problem(409, 'auth.email_taken') });
    await fill();
    await submit();
    await userEvent.click(await screen.findByRole('link', { name: 'Log in with it' }));
    const password = await screen.findByLabelText('Password');
    expect(screen.getByRole('heading', { name: 'Log in to Linkway' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ann@example.com');
    expect(document.activeElement).toBe(password);
    expect(document.title).toBe('Log in · Linkway');
  });

  it('says in the new language what it said before it was changed', async () => {
    await openRegister();
    await submit();
    await act(() => setLanguage('vi'));
    expect(screen.getByText('Vui lòng nhập họ và tên')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tạo tài khoản Linkway');
    await act(() => setLanguage('en'));
  });

  it('leads to sign-in with the plan that was chosen', async () => {
    await openRegister();
    const links = screen.getAllByRole('link', { name: 'Log in' }).map((link) => link.getAttribute('href'));
    expect(links).toContain('/login?plan=premium&price=990');
  });
});

describe('sign-in', () => {
  const me = { id: '1', email: 'ann@example.com', role: 'user', full_name: 'Ann' };
  const config = {
    'GET /config.json': configWith({
      key: 'my-links',
      icon: 'link',
      title: { en: 'My links', vi: 'Liên kết của tôi' },
    }),
  };

  it('shows and hides the password', async () => {
    serveApi(csrf);
    renderPage(<Page />, { path: '/login' });
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(password.type).toBe('password');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password.type).toBe('password');
  });

  it('puts what failed into view and focus, tells offline from a server that is down, and follows the language', async () => {
    let answer: () => never | ReturnType<typeof problem> = () => problem(503, 'service.unavailable');
    serveApi({ ...csrf, 'POST /api/auth/login': () => answer() });
    renderPage(<Page />, { path: '/login' });
    await userEvent.type(await screen.findByLabelText('Email'), 'ann@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    const failed = (await screen.findByText('Login failed')).parentElement;
    expect(failed?.getAttribute('role')).toBe('alert');
    expect(document.activeElement).toBe(failed);
    await act(() => setLanguage('vi'));
    expect(screen.getByText('Đăng nhập không thành công')).toBeTruthy();
    expect(await screen.findByText(errorMessages.vi['service.unavailable'])).toBeTruthy();
    answer = () => {
      throw new TypeError('no network');
    };
    await userEvent.click(screen.getByRole('button', { name: 'Đăng nhập' }));
    expect(await screen.findByText(/^Không kết nối được/)).toBeTruthy();
    await act(() => setLanguage('en'));
    expect(await screen.findByText('Linkway cannot be reached. Check your connection and try again.')).toBeTruthy();
  });

  it('names what failed when the API cannot be reached', async () => {
    serveApi({ ...csrf, 'POST /api/auth/login': problem(503, 'service.unavailable') });
    renderPage(<Page />, { path: '/login' });
    await userEvent.type(await screen.findByLabelText('Email'), 'ann@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Login failed')).toBeTruthy();
    expect(screen.getByText('Detail of service.unavailable')).toBeTruthy();
  });

  it('goes on after a second to where it was asked for', async () => {
    let signedIn = false;
    serveApi({
      ...csrf,
      ...config,
      'GET /api/me': () => (signedIn ? { body: me } : problem(401, 'auth.unauthenticated')),
      'POST /api/auth/login': () => {
        signedIn = true;
        // As the gateway's answer does.
        document.cookie = 'linkway_signed_in=1';
        return { body: me };
      },
    });
    provideRemote('dashboard/tab', async () => ({ default: ({ tab }: { tab: string }) => <h1>Tab {tab}</h1> }));
    renderPage(<Page />, { path: '/dashboard?tab=my-links' });
    await userEvent.type(await screen.findByLabelText('Email'), 'ann@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByRole('heading', { name: 'Tab my-links' })).toBeTruthy();
  });

  it('goes on to where it leads as soon as it is looked at again after another tab has signed in', async () => {
    serveApi({ ...csrf, 'POST /api/auth/logout': { status: 204 } });
    await signOut();
    serveApi(csrf);
    provideRemote('dashboard/tab', async () => ({ default: ({ tab }: { tab: string }) => <h1>Tab {tab}</h1> }));
    renderPage(<Page />, { path: '/login?return=%2Fdashboard%3Ftab%3Dmy-links%26page%3D2' });
    await userEvent.type(await screen.findByLabelText('Email'), 'ann@example.com');
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ann@example.com');
    serveApi({ ...csrf, ...config, 'GET /api/me': { body: me } });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('heading', { name: 'Tab my-links' })).toBeTruthy();
  });
});
