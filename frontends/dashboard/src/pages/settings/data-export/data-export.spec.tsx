import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../../tab';
import { domains, me } from '../../fixtures';

const settings = { language: null, display_mode: null, timezone: null, default_domain: null, auto_delete_links: false };
/** The record that an archive ends with. */
const END = `PK\u{5}\u{6}${'\0'.repeat(18)}`;
const WHOLE = `PK and so on ${END}`;
const saved: { name: string; file: Blob }[] = [];

/** Files are not JSON, as which everything else is answered. */
function serveFile(file: string | Response): void {
  const serve = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    const answer = await serve(...asked);
    const isFile = (asked[0] as Request).url.endsWith('/api/me/export') && answer.ok;
    if (!isFile) return answer;
    return typeof file === 'string' ? new Response(file) : file;
  };
}

function show(routes: Routes = {}, { twoFactor = false } = {}): Request[] {
  const requests = serveApi({
    'GET /api/me': { body: me },
    'GET /api/me/settings': { body: settings },
    'GET /api/me/sessions': { body: { data: [] } },
    'GET /api/domains': { body: domains },
    'GET /api/me/profile': { body: { email: me.email, full_name: 'Ann', phone: null, timezone: 'UTC' } },
    'GET /api/me/two-factor': { body: { enabled: twoFactor, enabled_at: null, recovery_codes_left: 0 } },
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'POST /api/me/export': {},
    ...routes,
  });
  serveFile(WHOLE);
  renderPage(
    <>
      <Tab tab="settings" />
      <Toaster />
    </>,
  );
  return requests;
}

const card = () => screen.findByRole('region', { name: 'Your data' });
async function open(): Promise<HTMLElement> {
  await userEvent.click(await within(await card()).findByRole('button', { name: 'Export my data' }));
  return screen.findByRole('dialog', { name: 'Export your data' });
}
const press = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: /^Export/ }));
const sent = (requests: Request[]): Promise<unknown[]> =>
  Promise.all(requests.filter(({ method }) => method === 'POST').map((request) => request.clone().json()));

beforeAll(() => startApp());
beforeEach(() => {
  saved.length = 0;
  let file: Blob | null = null;
  URL.createObjectURL = (given) => {
    file = given as Blob;
    return 'blob:archive';
  };
  HTMLAnchorElement.prototype.click = function () {
    if (file) saved.push({ name: this.download, file });
  };
});

it('takes the password, and saves the archive', async () => {
  const requests = show();
  const dialog = await open();
  expect(within(dialog).getByText(/5 times an hour/)).toBeTruthy();
  await press(dialog);
  expect(await within(dialog).findByText('Please enter your password')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'secret');
  await press(dialog);
  expect(await screen.findByText('Your data is saved as a file')).toBeTruthy();
  expect(await sent(requests)).toEqual([{ current_password: 'secret' }]);
  expect(saved).toHaveLength(1);
  expect(saved[0]?.name).toMatch(/^linkway-data-\d{4}-\d\d-\d\d\.zip$/);
  expect(await saved[0]?.file.text()).toBe(WHOLE);
});

it('takes a code as well where two-factor authentication is on', async () => {
  const requests = show({}, { twoFactor: true });
  const dialog = await open();
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'secret');
  await userEvent.type(await within(dialog).findByLabelText('Verification code'), '123456');
  await press(dialog);
  await waitFor(async () => expect(await sent(requests)).toEqual([{ current_password: 'secret', code: '123456' }]));
});

it('says what was refused, and saves nothing of what breaks off', async () => {
  const code = 'auth.current_password_wrong';
  const broken = Object.assign(new Response('PK'), { blob: () => Promise.reject(new TypeError('network error')) });
  const answers = [
    problem(400, code, { errors: [{ field: 'current_password', code, detail: 'Not this one' }] }),
    problem(429, 'data_export.too_often', { detail: 'Too often' }),
  ];
  show({ 'POST /api/me/export': () => answers.shift() ?? {} });
  const dialog = await open();
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'secret');
  await press(dialog);
  expect(await within(dialog).findByText('Not this one')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'another');
  await press(dialog);
  expect(await within(dialog).findByText('Too often')).toBeTruthy();
  serveFile(broken);
  await press(dialog);
  expect(await within(dialog).findByText(/^The connection broke off/)).toBeTruthy();
  expect(saved).toEqual([]);
});

it.each([
  ['nothing', ''],
  ['a part', 'PK and so'],
  ['all but its last byte', WHOLE.slice(0, -1)],
])('saves nothing where a proxy hands on %s as if it were all', async (_what, file) => {
  show();
  serveFile(file);
  const dialog = await open();
  await userEvent.type(within(dialog).getByLabelText('Current password'), 'secret');
  await press(dialog);
  expect(await within(dialog).findByText(/^The connection broke off/)).toBeTruthy();
  expect(saved).toEqual([]);
});

it('says that a first password is needed where the account has none', async () => {
  show({ 'GET /api/me/profile': { body: { email: me.email, full_name: 'Ann', has_password: false } } });
  const region = await card();
  expect(await within(region).findByText(/^Your data is exported with your password/)).toBeTruthy();
  expect(within(region).queryByRole('button')).toBeNull();
});
