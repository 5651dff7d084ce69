import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { resumeSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Page } from '../app';
import { namespaces } from '../locales';

type Answer = ReturnType<typeof problem>;
const me = { id: '1', email: 'ann@example.com', role: 'user', full_name: 'Ann' };

/** Up to the second step; `answer` is what a code gets. */
async function open(answer: (code: string) => Answer | { body: unknown } = () => ({ body: me })): Promise<Request[]> {
  const login: Routes[string] = async (request) => {
    const { code } = (await request.clone().json()) as { code?: string };
    return code === undefined ? problem(401, 'two_factor.required') : answer(code);
  };
  const requests = serveApi({ 'GET /api/auth/csrf': { body: { csrf_token: 'a' } }, 'POST /api/auth/login': login });
  renderPage(
    <>
      <Page />
      <Toaster />
    </>,
    { path: '/login' },
  );
  await userEvent.type(await screen.findByLabelText('Email'), ' ann@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
  await screen.findByRole('heading', { name: 'Two-factor authentication' });
  return requests;
}
const codeField = (name = 'Verification code') => screen.getByLabelText<HTMLInputElement>(name);
const logIn = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));
const sent = async (requests: Request[]): Promise<unknown[]> =>
  Promise.all(requests.filter(({ method }) => method === 'POST').map((request) => request.clone().json()));

beforeAll(async () => {
  await startApp(namespaces);
  await resumeSession();
});
beforeEach(() => sessionStorage.clear());

it('asks for the code in the place of the password, and sends all three', async () => {
  const requests = await open();
  expect(screen.getByText('You are logging in as ann@example.com.')).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(codeField());
  expect([codeField().autocomplete, codeField().inputMode]).toEqual(['one-time-code', 'numeric']);
  await userEvent.paste(' 123 456 7');
  expect(codeField().value).toBe('123456');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('You are logged in')).toBeTruthy();
  const known = { email: 'ann@example.com', password: 'secret' };
  expect(await sent(requests)).toEqual([known, { ...known, code: '123456' }]);
  expect(sessionStorage).toHaveLength(0);
});

it('says at the field what is missing, and asks the API nothing', async () => {
  const requests = await open();
  await logIn();
  expect(await screen.findByText('Please enter verification code')).toBeTruthy();
  await userEvent.type(codeField(), '12a34');
  expect(codeField().value).toBe('1234');
  expect(await screen.findByText('Verification code must be 6 digits')).toBeTruthy();
  await logIn();
  expect(document.activeElement).toBe(codeField());
  expect(await sent(requests)).toHaveLength(1);
});

it('tells a wrong code at its field, where the next one is typed over it', async () => {
  await open(() => problem(400, 'two_factor.code_invalid'));
  await userEvent.keyboard('123456{Enter}');
  expect(await screen.findByText('Detail of two_factor.code_invalid')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(codeField()));
  expect([codeField().selectionStart, codeField().selectionEnd]).toEqual([0, 6]);
  await userEvent.keyboard('7');
  expect(codeField().value).toBe('7');
  expect(screen.queryByText('Detail of two_factor.code_invalid')).toBeNull();
});

it('tells of a pause above the field, and keeps what is typed', async () => {
  await open(() => problem(429, 'auth.throttled'));
  await userEvent.keyboard('123456{Enter}');
  const alert = await screen.findByText('Detail of auth.throttled');
  expect(document.activeElement).toBe(alert.closest('[role=alert]'));
  expect(codeField().value).toBe('123456');
});

it('takes a recovery code as it is typed', async () => {
  const requests = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  expect(document.activeElement).toBe(codeField('Recovery code'));
  await logIn();
  expect(await screen.findByText('Please enter a recovery code')).toBeTruthy();
  await userEvent.type(codeField('Recovery code'), '123456');
  expect(await screen.findByText(/^This is not a recovery code/)).toBeTruthy();
  await userEvent.clear(codeField('Recovery code'));
  await userEvent.type(codeField('Recovery code'), 'K3V9D 0XQ7M ');
  await logIn();
  expect(await screen.findByText('You are logged in')).toBeTruthy();
  expect((await sent(requests)).at(-1)).toMatchObject({ code: 'K3V9D 0XQ7M' });
});

it('leads back to an empty password and the email that was typed', async () => {
  await open();
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('secret');
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use your authenticator app instead' }));
  expect(document.activeElement).toBe(codeField());
  await userEvent.click(screen.getByRole('button', { name: 'Back to email and password' }));
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  expect([screen.getByLabelText<HTMLInputElement>('Email').value, password.value]).toEqual(['ann@example.com', '']);
  expect(document.activeElement).toBe(password);
  expect(screen.queryByText('Two-factor authentication')).toBeNull();
});
