import { beforeAll, expect, it } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../../tab';
import { me } from '../../fixtures';

const DATE = '2030-02-14T09:00:00.000Z';

/** Keeps the state as the API does. */
async function show(routes: Routes = {}, { twoFactor = false } = {}): Promise<Request[]> {
  let deletion_at: string | null = null;
  const requests = serveApi({
    'GET /api/me': () => ({ body: { ...me, deletion_at } }),
    'GET /api/analytics/overview': { body: { total_clicks: 1, total_links: 1 } },
    'GET /api/me/profile': { body: { email: me.email, full_name: 'Ann', phone: null, timezone: 'UTC' } },
    'GET /api/me/two-factor': {
      body: { enabled: twoFactor, enabled_at: twoFactor ? DATE : null, recovery_codes_left: twoFactor ? 10 : 0 },
    },
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'POST /api/me/deletion': () => {
      deletion_at = DATE;
      return { body: { deletion_at } };
    },
    ...routes,
  });
  // What a test before has left in it.
  await loadSession();
  renderPage(
    <>
      <Tab tab="profile" />
      <Toaster />
    </>,
  );
  return requests;
}
const card = () => screen.findByRole('region', { name: 'Delete account' });
async function open(): Promise<HTMLElement> {
  await userEvent.click(await within(await card()).findByRole('button', { name: 'Delete account' }));
  return screen.findByRole('dialog', { name: 'Delete your account?' });
}
const press = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: /^Delete my account/ }));
const sent = (requests: Request[]): Promise<unknown[]> =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && url.endsWith('/api/me/deletion'))
      .map((request) => request.clone().json()),
  );

beforeAll(() => startApp());

it('says what will be lost, takes the password, and says from then on when it will be', async () => {
  const requests = await show();
  const dialog = await open();
  expect(within(dialog).getByText(/^All your short links/)).toBeTruthy();
  expect(within(dialog).getByText(/^It happens in 14 days/)).toBeTruthy();
  expect(within(dialog).queryByLabelText('Verification code')).toBeNull();
  await press(dialog);
  expect(await within(dialog).findByText('Please enter your password')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'secret');
  await press(dialog);
  expect(await screen.findByText(/^Your account will be deleted on 14\/02\/2030.*Until then/)).toBeTruthy();
  expect(await sent(requests)).toEqual([{ current_password: 'secret' }]);
  await waitFor(() =>
    expect(within(screen.getByRole('region', { name: 'Delete account' })).queryByRole('button')).toBeNull(),
  );
});

it('takes a code as well where two-factor authentication is on', async () => {
  const requests = await show({}, { twoFactor: true });
  const dialog = await open();
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'secret');
  await userEvent.type(await within(dialog).findByLabelText('Verification code'), '123456');
  await press(dialog);
  await waitFor(async () => expect(await sent(requests)).toEqual([{ current_password: 'secret', code: '123456' }]));
});

it('says at the field that the password is wrong, and above the fields why it cannot be', async () => {
  const code = 'auth.current_password_wrong';
  const refusals = [
    problem(400, code, { errors: [{ field: 'current_password', code, detail: 'Not this one' }] }),
    problem(409, 'users.last_admin', { detail: 'The last one' }),
  ];
  await show({ 'POST /api/me/deletion': () => refusals.shift() ?? { status: 500 } });
  const dialog = await open();
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'secret');
  await press(dialog);
  expect(await within(dialog).findByText('Not this one')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'another');
  await press(dialog);
  expect(await within(dialog).findByText('The last one')).toBeTruthy();
});

it('leads to a first password where the account has none', async () => {
  await show({ 'GET /api/me/profile': { body: { email: me.email, full_name: 'Ann', has_password: false } } });
  const region = await card();
  expect(await within(region).findByText(/^Deleting the account is confirmed with your password/)).toBeTruthy();
  expect(within(region).queryByRole('button')).toBeNull();
});
