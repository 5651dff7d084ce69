import { beforeAll, describe, expect, it } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { me } from '../fixtures';

const profile = {
  email: me.email,
  full_name: 'Ann',
  phone: null,
  timezone: 'Asia/Ho_Chi_Minh',
  created_at: me.created_at,
};

function show(routes: Routes = {}): Request[] {
  const requests = serveApi({
    'GET /api/me': { body: { ...me, created_at: new Date(Date.now() - 3 * 86_400_000).toISOString() } },
    'GET /api/analytics/overview': { body: { total_clicks: 12_345, total_links: 20 } },
    'GET /api/me/profile': { body: profile },
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'PUT /api/me/password': { body: me },
    ...routes,
  });
  renderPage(
    <>
      <Tab tab="profile" />
      <Toaster />
    </>,
  );
  return requests;
}
const figure = (label: string) => screen.getByText(label).parentElement?.querySelector('dd')?.textContent;
const change = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = async (current: string, next: string, confirm = next): Promise<void> => {
  await screen.findByLabelText('New password');
  if (current) await userEvent.type(field('Current password'), current);
  if (next) await userEvent.type(field('New password'), next);
  if (confirm) await userEvent.type(field('Confirm new password'), confirm);
};
const sent = (requests: Request[]): Request[] => requests.filter(({ method }) => method === 'PUT');

beforeAll(() => startApp());

it('shows what the account has done so far', async () => {
  show();
  expect(await screen.findByText('12,345')).toBeTruthy();
  expect(figure('Links created')).toBe('20');
  expect(figure('Links per month')).toBe('50');
  expect(figure('Days since joining')).toBe('3');
});

it('changes the password once both new ones are there and the same', async () => {
  const requests = show();
  await screen.findByText('12,345');
  expect(change().disabled).toBe(true);
  await type('the old one', 'the new one', '');
  expect(change().disabled).toBe(true);
  await userEvent.type(field('Confirm new password'), 'another one');
  await userEvent.click(change());
  expect(await screen.findByText('The passwords do not match')).toBeTruthy();
  expect(sent(requests)).toHaveLength(0);
  await userEvent.clear(field('Confirm new password'));
  await userEvent.type(field('Confirm new password'), 'the new one');
  await userEvent.click(change());
  expect(await screen.findByText(/^Your password has been changed/)).toBeTruthy();
  expect(await sent(requests)[0]?.json()).toEqual({ current_password: 'the old one', new_password: 'the new one' });
  expect(field('New password').value).toBe('');
});

it('leads to a first password by a mail, and hides what asks for one, where the account has none', async () => {
  const requests = show({
    'GET /api/me/profile': { body: { ...profile, has_password: false } },
    'GET /api/me/two-factor': { body: { enabled: false, enabled_at: null, recovery_codes_left: 0 } },
    'POST /api/auth/forgot-password': { status: 204 },
  });
  expect(await screen.findByText(/^This account has no password/)).toBeTruthy();
  expect(await screen.findByText(/^Two-factor authentication is set up with your password/)).toBeTruthy();
  expect(screen.queryByLabelText('Current password')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Email me the link' }));
  expect(await screen.findByText(/^The link to set a password is on its way to ann@example.com/)).toBeTruthy();
  const [sentTo] = requests.filter(({ method }) => method === 'POST');
  expect(await sentTo?.json()).toEqual({ email: 'ann@example.com' });
});

it('asks for the current one, and says what is wrong with the new one at its field', async () => {
  const requests = show();
  await type('', 'short');
  await userEvent.click(change());
  expect(await screen.findByText('Please enter your password')).toBeTruthy();
  expect(await screen.findByText(/Use at least 6 characters/)).toBeTruthy();
  expect(sent(requests)).toHaveLength(0);
});

it('tells a wrong current password at its field and keeps what is typed', async () => {
  const wrong = { field: 'current_password', code: 'auth.current_password_wrong', detail: 'It is incorrect' };
  show({ 'PUT /api/me/password': problem(400, 'auth.current_password_wrong', { errors: [wrong] }) });
  await type('not this', 'the new one');
  await userEvent.click(change());
  expect(await screen.findByText('It is incorrect')).toBeTruthy();
  expect(field('New password').value).toBe('the new one');
  await waitFor(() => expect(document.activeElement).toBe(field('Current password')));
});

it('says above the button what else went wrong', async () => {
  show({ 'PUT /api/me/password': problem(503, 'service.unavailable') });
  await type('the old one', 'the new one');
  await userEvent.click(change());
  expect(await screen.findByText('Your password was not changed')).toBeTruthy();
});

it('says whether the address is confirmed, and has the link sent again', async () => {
  const requests = show({
    'GET /api/me': { body: { ...me, email_verified: false } },
    'POST /api/auth/resend-confirmation': { status: 204 },
  });
  expect(await screen.findByText(/^Not confirmed yet/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send the link again' }));
  expect(await screen.findByText('A new link is on its way to ann@example.com')).toBeTruthy();
  const [sentTo] = requests.filter(({ method }) => method === 'POST');
  expect(await sentTo?.json()).toEqual({ email: 'ann@example.com' });
});

it('asks for nothing where the address is confirmed', async () => {
  show({ 'GET /api/me': { body: { ...me, email_verified: true } } });
  expect(await screen.findByText('Confirmed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
});

describe('personal information', () => {
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });

  it('is saved once something has changed, and only that is sent', async () => {
    const requests = show({
      'PATCH /api/me/profile': { body: { ...profile, phone: '+84912345678' } },
    });
    const phone = await screen.findByLabelText<HTMLInputElement>(/^Phone/);
    expect([field('Full name').value, save().disabled]).toEqual(['Ann', true]);
    await userEvent.type(phone, '0912');
    expect(save().disabled).toBe(false);
    await userEvent.click(save());
    expect(await screen.findByText(/^Enter the number with its country code/)).toBeTruthy();
    await userEvent.clear(phone);
    await userEvent.type(phone, '+84 912 345 678');
    await userEvent.click(save());
    expect(await screen.findByText('Your profile is saved')).toBeTruthy();
    const [patch] = requests.filter(({ method }) => method === 'PATCH');
    expect(await patch?.json()).toEqual({ phone: '+84 912 345 678' });
    // In the form that is kept.
    expect([phone.value, save().disabled]).toEqual(['+84912345678', true]);
  });

  it('has the time zone of the settings: that of the browser while nobody has chosen one', async () => {
    let chosen_timezone: string | null = null;
    const requests = show({
      'GET /api/me/profile': () => ({ body: { ...profile, chosen_timezone } }),
      'PATCH /api/me/profile': async (request) => {
        chosen_timezone = ((await request.clone().json()) as { timezone: string | null }).timezone;
        return { body: { ...profile, chosen_timezone } };
      },
    });
    const zone = await screen.findByRole('combobox', { name: 'Time zone' });
    const browsers = `As in this browser (${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
    expect(zone.closest('.ant-select')?.textContent).toBe(browsers);
    await userEvent.type(zone, 'Tokyo');
    await userEvent.click(await screen.findByTitle('Asia/Tokyo'));
    await userEvent.click(save());
    await waitFor(() => expect(save().disabled).toBe(true));
    fireEvent.mouseDown(zone);
    await userEvent.click(await screen.findByTitle(browsers));
    await userEvent.click(save());
    await waitFor(() => expect(save().disabled).toBe(true));
    const patches = requests.filter(({ method }) => method === 'PATCH');
    expect(await Promise.all(patches.map((request) => request.json()))).toEqual([
      { timezone: 'Asia/Tokyo' },
      { timezone: null },
    ]);
  });

  it('asks for a name, and keeps what is typed where it was not saved', async () => {
    show({ 'PATCH /api/me/profile': problem(503, 'service.unavailable') });
    await screen.findByLabelText(/^Phone/);
    await userEvent.clear(field('Full name'));
    await userEvent.click(save());
    expect(await screen.findByText('Please enter your full name')).toBeTruthy();
    await userEvent.type(field('Full name'), 'Anh');
    await userEvent.click(save());
    expect(await screen.findByText('Your profile was not saved')).toBeTruthy();
    expect(field('Full name').value).toBe('Anh');
  });

  it('says that it could not be loaded', async () => {
    show({ 'GET /api/me/profile': problem(503, 'service.unavailable') });
    expect(await screen.findByText('Your personal information could not be loaded')).toBeTruthy();
  });
});
