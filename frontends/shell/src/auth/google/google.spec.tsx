import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { setLanguage } from '@linkway/kit/i18n';
import { resumeSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { Page } from '../../app';
import { namespaces } from '../../locales';

const user = { id: '1', email: 'ann@example.com', role: 'user', full_name: 'Ann' };
const told = { user: null, asks: null, opened: false, email: 'ann@example.com', full_name: 'Ann' };
const START = 'POST /api/auth/google/start';
const FINISH = 'POST /api/auth/google/finish';
const TITLE = 'Log in to Linkway';

const Address = () => <output data-testid="address">{useLocation().pathname + useLocation().search}</output>;
const address = () => screen.getByTestId('address').textContent;

function open(path: string, routes: Routes = {}): Request[] {
  const requests = serveApi({ 'GET /api/auth/csrf': { body: { csrf_token: 'a' } }, ...routes });
  renderPage(
    <>
      <Page />
      <Toaster />
      <Address />
    </>,
    { path },
  );
  return requests;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const sent = (requests: Request[]): Promise<unknown[]> =>
  Promise.all(requests.filter(({ method }) => method === 'POST').map((request) => request.clone().json()));

beforeAll(async () => {
  await startApp(namespaces);
  await resumeSession();
});
beforeEach(() => {
  sessionStorage.clear();
  localStorage.removeItem('guest_links');
  document.documentElement.dataset.google = 'on';
});
afterEach(() => {
  window.location.hash = '';
});

describe('the button', () => {
  it.each(['off', '__GOOGLE__'])('does nothing where the page says %s, and says why', async (mark) => {
    document.documentElement.dataset.google = mark;
    const requests = open('/login');
    await screen.findByLabelText('Email');
    const button = screen.getByRole<HTMLButtonElement>('button', {
      name: 'Continue with Google',
      description: 'Logging in with Google is not set up on this server.',
    });
    expect(button.disabled).toBe(true);
    await userEvent.click(button);
    expect(await sent(requests)).toEqual([]);
  });

  it('leads to Google, and takes along what the address says of the way on', async () => {
    const authorization_url = `${window.location.origin}/#to-google`;
    const requests = open(
      `/login?plan=premium&price=990&invite=x&utm_source=mail&colour=red&return=${'y'.repeat(501)}&utm_term=${'ế'.repeat(500)}&utm_content=${'ế'.repeat(500)}`,
      {
        [START]: { body: { authorization_url } },
      },
    );
    await screen.findByLabelText('Email');
    expect(screen.queryByText(/^Logging in with Google is not set up/)).toBeNull();
    await press('Continue with Google');
    await waitFor(() => expect(window.location.hash).toBe('#to-google'));
    expect(await sent(requests)).toEqual([
      { page: 'login', plan: 'premium', price: '990', invite: 'x', utm_source: 'mail', utm_term: 'ế'.repeat(500) },
    ]);
    expect(screen.getByRole('button', { name: 'Going to Google…' }).ariaDisabled).toBe('true');
    // Back by the browser's own button.
    act(() => void window.dispatchEvent(new Event('pageshow')));
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy();
  });

  it('asks for the terms at registration first, and for nothing else of the form', async () => {
    const requests = open('/register', {
      [START]: { body: { authorization_url: `${window.location.origin}/#terms` } },
    });
    await screen.findByLabelText('Full name');
    await press('Continue with Google');
    expect(await screen.findByText('Please accept the terms of service')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('checkbox'));
    expect(screen.queryByText('Please enter your email')).toBeNull();
    expect(await sent(requests)).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Continue with Google');
    await waitFor(() => expect(window.location.hash).toBe('#terms'));
    expect(await sent(requests)).toEqual([{ page: 'register', accept_terms: true }]);
  });

  it('says over the form why it leads nowhere', async () => {
    open('/login', { [START]: problem(503, 'google.unavailable') });
    await screen.findByLabelText('Email');
    await press('Continue with Google');
    const alert = (await screen.findByText('Cannot log in with Google')).parentElement;
    expect(alert?.textContent).toContain('Detail of google.unavailable');
    expect(document.activeElement).toBe(alert);
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy();
  });
});

describe('back from Google', () => {
  it('whoever has an account is signed in, once', async () => {
    const requests = open('/login?google=finish', { [FINISH]: { body: { ...told, user } } });
    expect(await screen.findByRole('heading', { name: 'Logging you in with Google' })).toBeTruthy();
    expect(await screen.findByText('You are logged in')).toBeTruthy();
    expect(screen.queryByLabelText('Email')).toBeNull();
    expect(await sent(requests)).toEqual([{}]);
  });

  it('somebody new accepts the terms, and has an account', async () => {
    const requests = open('/login?google=finish', {
      [FINISH]: async (request) => {
        const { accept_terms } = (await request.json()) as { accept_terms?: true };
        return { body: accept_terms ? { ...told, user, opened: true } : { ...told, asks: 'terms' } };
      },
    });
    expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeTruthy();
    expect(screen.getByText(/You come from Google as .*Ann.* \(ann@example\.com\)/)).toBeTruthy();
    await press('Create account');
    expect(await screen.findByText('Please accept the terms of service')).toBeTruthy();
    expect(await sent(requests)).toHaveLength(1);
    await userEvent.click(screen.getByRole('checkbox'));
    await press('Create account');
    expect(await screen.findByText('Your account is ready')).toBeTruthy();
    expect(await sent(requests)).toEqual([{}, { accept_terms: true }]);
  });

  it('leads from the terms to the form as it was', async () => {
    open('/login?google=finish&plan=premium', { [FINISH]: { body: { ...told, asks: 'terms' } } });
    await screen.findByRole('heading', { name: 'Create your account' });
    await press('Back to email and password');
    expect(await screen.findByRole('heading', { name: TITLE })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(address()).toBe('/login?plan=premium'));
  });

  it('asks for the code where the account has one, and tells a wrong one at its field', async () => {
    const requests = open('/register?google=finish', {
      [FINISH]: async (request) => {
        const { code } = (await request.json()) as { code?: string };
        if (code === '000000') return problem(400, 'two_factor.code_invalid');
        return { body: code ? { ...told, user } : { ...told, asks: 'code' } };
      },
    });
    await screen.findByRole('heading', { name: 'Two-factor authentication' });
    expect(screen.getByText('You are logging in as ann@example.com.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Verification code'));
    await userEvent.keyboard('000000{Enter}');
    expect(await screen.findByText('Detail of two_factor.code_invalid')).toBeTruthy();
    await userEvent.keyboard('123456{Enter}');
    expect(await screen.findByText('You are logged in')).toBeTruthy();
    expect(await sent(requests)).toEqual([{}, { code: '000000' }, { code: '123456' }]);
  });

  it('ends a step that took too long over the form, in words', async () => {
    open('/login?google=finish', {
      [FINISH]: async (request) => {
        const { code } = (await request.json()) as { code?: string };
        return code ? problem(410, 'google.sign_in_over') : { body: { ...told, asks: 'code' } };
      },
    });
    await screen.findByLabelText('Verification code');
    await userEvent.keyboard('123456{Enter}');
    const alert = (await screen.findByText('Cannot log in with Google')).parentElement;
    expect(alert?.textContent).toContain('Detail of google.sign_in_over');
    expect(document.activeElement).toBe(alert);
    expect(screen.getByLabelText('Email')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/login'));
  });

  it.each([
    ['google.address_unconfirmed', 409, 'Cannot log in with Google', true],
    ['google.email_unverified', 403, 'Cannot log in with Google', false],
    ['auth.account_suspended', 403, 'Detail of auth.account_suspended', false],
    ['auth.registration_disabled', 403, 'Detail of auth.registration_disabled', false],
  ])('says what %s is, and what to do', async (code, status, title, leads) => {
    open('/login?google=finish', { [FINISH]: problem(status, code) });
    expect((await screen.findByText(title)).parentElement?.textContent).toContain(`Detail of ${code}`);
    expect(screen.queryByRole('link', { name: 'Set a new password' }) !== null).toBe(leads);
    expect(screen.getByLabelText('Email')).toBeTruthy();
  });

  it('is asked once more where the server was away', async () => {
    let answer = problem(503, 'service.unavailable');
    const requests = open('/login?google=finish', { [FINISH]: () => answer });
    expect(await screen.findByText('Detail of service.unavailable')).toBeTruthy();
    answer = { body: { ...told, user } };
    await press('Try again');
    expect(document.activeElement?.tagName).toBe('H1');
    expect(await screen.findByText('You are logged in')).toBeTruthy();
    expect(await sent(requests)).toHaveLength(2);
  });

  it.each([
    ['/login?google=cancelled', /without logging in$/],
    ['/register?google=cancelled', /without creating an account$/],
    ['/login?google=google.sign_in_over', /expired, or was begun in another window/],
    ['/login?google=google.sign_in_invalid', /does not belong to this login/],
    ['/register?google=google.unavailable', /cannot be reached right now/],
    ['/login?google=google.not_configured', /not set up on this server/],
    // Whoever writes an address has nothing of theirs said.
    ['/login?google=auth.account_disabled', /did not work this time/],
    ['/login?google=Call%20us', /did not work this time/],
  ])('%s says what happened, once', async (path, text) => {
    const requests = open(path);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByLabelText('Email')).toBeTruthy();
    await waitFor(() => expect(address()).toBe(path.split('?')[0]));
    expect(screen.getByText(text)).toBeTruthy();
    expect(await sent(requests)).toEqual([]);
    if (!path.endsWith('cancelled')) expect(document.activeElement?.textContent).toMatch(text);
  });

  it('says it in the language of the page', async () => {
    open('/login?google=cancelled');
    await screen.findByText(/without logging in$/);
    await act(() => setLanguage('vi'));
    expect(screen.getByText('Bạn đã quay lại từ Google mà chưa đăng nhập')).toBeTruthy();
    await act(() => setLanguage('en'));
  });
});
