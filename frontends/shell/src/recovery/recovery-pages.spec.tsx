import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { Link } from '@linkway/kit/router';
import { loadSession, resumeSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Page } from '../app';
import { namespaces } from '../locales';

const csrf = { 'GET /api/auth/csrf': { body: { csrf_token: 'a' } } };
const sent = async (requests: Request[]): Promise<unknown[]> =>
  Promise.all(requests.filter(({ method }) => method === 'POST').map((request) => request.clone().json()));

function open(path: string, routes: Routes = {}): Request[] {
  const requests = serveApi({ ...csrf, ...routes });
  renderPage(<Page />, { path });
  return requests;
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeAll(async () => {
  await startApp(namespaces);
  await resumeSession();
});
beforeEach(() => sessionStorage.clear());

describe('a forgotten password', () => {
  it('is led to from the login, with the address that was typed there', async () => {
    open('/login');
    await userEvent.type(await screen.findByLabelText('Email'), 'ann@example.com');
    await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await heading('Forgot your password?');
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ann@example.com');
  });

  it('has a link sent, says so without telling whether there is an account, and sends it again', async () => {
    const requests = open('/forgot-password', { 'POST /api/auth/forgot-password': { status: 204 } });
    const field = await screen.findByLabelText('Email');
    await userEvent.type(field, 'ann');
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    await userEvent.type(field, '@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    const told = await heading('Check your email');
    expect(document.activeElement).toBe(told);
    expect(screen.getByText(/^If ann@example.com has an account/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Send it again' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ann@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    await heading('Check your email');
    expect(await sent(requests)).toEqual([{ email: 'ann@example.com' }, { email: 'ann@example.com' }]);
  });

  it('keeps the address and says why where the mail was not sent', async () => {
    open('/forgot-password', { 'POST /api/auth/forgot-password': problem(429, 'auth.throttled') });
    await userEvent.type(await screen.findByLabelText('Email'), 'ann@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('The email was not sent')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ann@example.com');
  });
});

describe('the link of a mail', () => {
  const choose = async (password: string, confirm = password): Promise<void> => {
    await userEvent.type(await screen.findByLabelText('New password'), password);
    await userEvent.type(screen.getByLabelText('Confirm password'), confirm);
    await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
  };

  it('sets a new password with what stands behind its #', async () => {
    const requests = open('/reset-password#token=a-secret', { 'POST /api/auth/reset-password': { status: 204 } });
    await choose('a walk by the river', 'another');
    expect(await screen.findByText('The passwords do not match')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Confirm password'));
    await userEvent.type(screen.getByLabelText('Confirm password'), 'a walk by the river{Enter}');
    await heading('Your password has been changed');
    expect(await sent(requests)).toEqual([{ token: 'a-secret', password: 'a walk by the river' }]);
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('river');
  });

  it('says at the field what is wrong with the password', async () => {
    open('/reset-password#token=a', { 'POST /api/auth/reset-password': problem(400, 'auth.password_common') });
    await choose('password1');
    expect(await screen.findByText('Detail of auth.password_common')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('New password'));
  });

  it('leads to a new one where it was used or is old, and where it was cut', async () => {
    open('/reset-password#token=a', { 'POST /api/auth/reset-password': problem(410, 'auth.reset_link_invalid') });
    await choose('a walk by the river');
    expect(await screen.findByText('Detail of auth.reset_link_invalid')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password');
  });

  it('is told to be cut where it has no secret', async () => {
    open('/reset-password');
    await heading('This link is not complete');
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toBeTruthy();
  });

  it('confirms an address as it is opened', async () => {
    const requests = open('/confirm-email#token=a-secret', { 'POST /api/auth/confirm': { status: 204 } });
    await heading('Your email is confirmed');
    expect(await sent(requests)).toEqual([{ token: 'a-secret' }]);
    expect(screen.getByRole('main').querySelector('a[href="/login"]')).toBeTruthy();
  });

  it('is tried again where the API could not be asked', async () => {
    let answers: Routes[string] = problem(503, 'service.unavailable');
    open('/confirm-email#token=a', {
      'POST /api/auth/confirm': (request) => (typeof answers === 'function' ? answers(request) : answers),
    });
    await heading('Your email is not confirmed yet');
    answers = { status: 204 };
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('Your email is confirmed')).toBeTruthy();
  });

  it.each([
    ['confirm', 'Your email is confirmed', () => Promise.resolve()],
    ['reset-password', 'Your password has been changed', () => choose('a walk by the river')],
  ] as const)('begins anew where another one is opened in the same tab: %s', async (operation, done, act) => {
    const answer: Routes[string] = async (request) =>
      ((await request.clone().json()) as { token: string }).token === 'old'
        ? problem(410, 'auth.reset_link_invalid')
        : { status: 204 };
    const requests = serveApi({ ...csrf, [`POST /api/auth/${operation}`]: answer });
    const path = operation === 'confirm' ? '/confirm-email' : '/reset-password';
    renderPage(
      <>
        <Page />
        <Link to={`${path}#token=new`}>Another link</Link>
      </>,
      { path: `${path}#token=old` },
    );
    await act();
    expect(await screen.findByText('Detail of auth.reset_link_invalid')).toBeTruthy();
    await userEvent.click(screen.getByText('Another link'));
    await waitFor(() => expect(screen.queryByText('Detail of auth.reset_link_invalid')).toBeNull());
    await act();
    await heading(done);
    expect(await sent(requests)).toMatchObject([{ token: 'old' }, { token: 'new' }]);
  });

  it('has another one sent where it is not valid any more', async () => {
    const requests = open('/confirm-email#token=a', {
      'POST /api/auth/confirm': problem(410, 'auth.confirmation_link_invalid'),
      'POST /api/auth/resend-confirmation': { status: 204 },
    });
    expect(await screen.findByText('Detail of auth.confirmation_link_invalid')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com');
    await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }));
    await heading('Check your email');
    await waitFor(async () => expect((await sent(requests)).at(-1)).toEqual({ email: 'ann@example.com' }));
  });
});

describe('a password that was made up', () => {
  const me = { id: '1', email: 'admin@example.com', role: 'admin', full_name: 'Admin', must_change_password: true };

  it('is replaced before anything else, and the dashboard opens', async () => {
    let known = me;
    const requests = serveApi({
      ...csrf,
      'GET /config.json': { body: { remotes: {}, groups: [], tabs: [] } },
      'GET /api/me': () => ({ body: known }),
      'PUT /api/me/password': async (request) => {
        if (((await request.json()) as { new_password: string }).new_password === 'linkway') {
          const wrong = { field: 'new_password', code: 'auth.password_personal', detail: 'Not this one' };
          return problem(400, 'auth.password_personal', { errors: [wrong] });
        }
        known = { ...me, must_change_password: false };
        return { body: known };
      },
    });
    renderPage(<Page />, { path: '/dashboard' });
    await heading('Choose your own password');
    await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
    expect(await screen.findAllByText('Please enter your password')).toHaveLength(2);
    await userEvent.type(screen.getByLabelText('Password you logged in with'), 'made up');
    await userEvent.type(screen.getByLabelText('New password'), 'linkway');
    await userEvent.type(screen.getByLabelText('Confirm password'), 'linkway{Enter}');
    expect(await screen.findByText('Not this one')).toBeTruthy();
    for (const label of ['New password', 'Confirm password']) {
      await userEvent.clear(screen.getByLabelText(label));
      await userEvent.type(screen.getByLabelText(label), 'a walk by the river');
    }
    await userEvent.click(screen.getByRole('button', { name: 'Save new password' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Choose your own password' })).toBeNull());
    const puts = requests.filter(({ method }) => method === 'PUT');
    expect(await puts[1]?.clone().json()).toEqual({
      current_password: 'made up',
      new_password: 'a walk by the river',
    });
  });
});

describe('an address that has to be confirmed', () => {
  const me = {
    id: '7',
    email: 'binh@example.com',
    role: 'user',
    full_name: 'Binh',
    must_confirm_email: true,
    email_verified: false,
  };
  const config = { 'GET /config.json': { body: { remotes: {}, groups: [], tabs: [] } } };
  const title = 'Confirm your email address';

  it('holds the dashboard until it is, and asks for the mail again', async () => {
    let known = me;
    const requests = serveApi({
      ...csrf,
      ...config,
      'GET /api/me': () => ({ body: known }),
      'POST /api/auth/resend-confirmation': { status: 204 },
    });
    await loadSession();
    renderPage(
      <>
        <Page />
        <Toaster />
      </>,
      { path: '/dashboard?plan=pro&price=9' },
    );
    await heading(title);
    // It may have been at the registration, long ago.
    expect(screen.getByText(/^We sent a link to binh@example.com.*older than a day, have it sent again/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Send the email again' }));
    expect(await screen.findByText(/^If binh@example.com still waits for it, a new link/)).toBeTruthy();
    expect(await sent(requests)).toEqual([{ email: 'binh@example.com' }]);
    known = { ...me, must_confirm_email: false, email_verified: true };
    await waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull(), { timeout: 6_000 });
    expect(await screen.findByText('Your email is confirmed')).toBeTruthy();
  }, 30_000);

  it('leads on to where they were going, with an invitation, also from the page that the mail opens', async () => {
    let known = me;
    const routes: Routes = {
      ...csrf,
      ...config,
      'GET /api/me': () => ({ body: known }),
      'POST /api/auth/confirm': () => {
        known = { ...me, must_confirm_email: false, email_verified: true };
        return { status: 204 };
      },
    };
    const goesOn = async (path: string): Promise<string | null> => {
      known = me;
      serveApi(routes);
      await loadSession();
      renderPage(<Page />, { path });
      await heading(title);
      const opened = renderPage(<Page />, { path: '/confirm-email#token=a-secret' });
      await heading('Your email is confirmed');
      return opened.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href');
    };
    expect(await goesOn('/dashboard?invite=a%26b&tab=overview')).toBe('/dashboard?invite=a%26b&tab=overview');
  }, 30_000);

  it('says why the mail was not sent, and how long to wait', async () => {
    const detail = 'Too many attempts. Please try again in 5 minutes.';
    serveApi({
      ...csrf,
      ...config,
      'GET /api/me': { body: me },
      'POST /api/auth/resend-confirmation': problem(429, 'auth.throttled', { detail }),
    });
    await loadSession();
    renderPage(<Page />, { path: '/dashboard' });
    await heading(title);
    await userEvent.click(screen.getByRole('button', { name: 'Send the email again' }));
    expect(await screen.findByText(detail)).toBeTruthy();
  });

  it('is asked about while the page is looked at, and not while another is', async () => {
    const requests = serveApi({ ...csrf, ...config, 'GET /api/me': { body: me } });
    await loadSession();
    renderPage(<Page />, { path: '/dashboard' });
    await heading(title);
    const asked = (): number => requests.filter(({ url }) => new URL(url).pathname === '/api/me').length;
    const visible = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const before = asked();
    await new Promise((resolve) => setTimeout(resolve, 4_500));
    expect(asked()).toBe(before);
    visible.mockRestore();
    await waitFor(() => expect(asked()).toBeGreaterThan(before), { timeout: 5_000 });
  }, 15_000);
});
