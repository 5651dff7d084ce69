import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../../tab';
import { me } from '../../fixtures';

const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const otpauth_url = `otpauth://totp/Linkway:ann%40example.com?secret=${secret}&issuer=Linkway`;
const recovery_codes = Array.from({ length: 10 }, (_, n) => `k3v9d-0xq7${n}`);
const off = { enabled: false, enabled_at: null, recovery_codes_left: 0 };
const on = (left = 10) => ({ enabled: true, enabled_at: '2026-11-20T08:00:00.000Z', recovery_codes_left: left });
/** As a service answers that judges a field. */
const wrong = (field: string, code: string) =>
  problem(400, code, { errors: [{ field, code, detail: `Detail of ${code}` }] });

/** Keeps the state as the API does. */
async function show(state: typeof off | ReturnType<typeof on>, routes: Routes = {}): Promise<Request[]> {
  let now = state;
  const requests = serveApi({
    'GET /api/me': { body: me },
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/me/two-factor': () => ({ body: now }),
    'POST /api/me/two-factor/setup': { body: { secret, otpauth_url } },
    'POST /api/me/two-factor/enable': () => {
      now = on();
      return { body: { recovery_codes } };
    },
    'POST /api/me/two-factor/recovery-codes': () => {
      now = on();
      return { body: { recovery_codes } };
    },
    'POST /api/me/two-factor/disable': () => {
      now = off;
      return { status: 204 };
    },
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
const card = () => screen.findByRole('region', { name: 'Two-factor authentication' });
const button = async (name: string) => within(await card()).findByRole('button', { name });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const press = async (of: HTMLElement, name: string) =>
  userEvent.click(await within(of).findByRole('button', { name: new RegExp(`^${name}`) }));
const field = (of: HTMLElement, name: string) => within(of).findByLabelText<HTMLInputElement>(name);
const sent = async (requests: Request[], path: string): Promise<unknown[]> =>
  Promise.all(
    requests
      .filter(({ method, url }) => method === 'POST' && url.endsWith(path))
      .map((request) => request.clone().json()),
  );

async function begin(password = 'secret'): Promise<HTMLElement> {
  await userEvent.click(await button('Set up'));
  const setUp = await dialog('Set up two-factor authentication');
  await userEvent.type(await field(setUp, 'Current password'), password);
  await press(setUp, 'Continue');
  return setUp;
}
async function proveOwner(of: HTMLElement, save: string, code = '123456'): Promise<void> {
  await userEvent.type(await field(of, 'Current password'), 'secret');
  await userEvent.type(await field(of, 'Verification code'), code);
  await press(of, save);
}

/** jsdom's own, which Node's readers do not know. */
const textOf = (file: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(file);
  });

beforeAll(() => startApp());
afterEach(() => {
  jest.restoreAllMocks();
});

describe('set up', () => {
  it('asks for the password, shows code and key, and tells the recovery codes once', async () => {
    const requests = await show(off);
    const setUp = await begin();
    expect(await within(setUp).findByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
    expect(setUp.querySelector('code')?.textContent).toBe('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567');
    expect(within(setUp).getByText('Open in the app on this phone').getAttribute('href')).toBe(otpauth_url);
    const code = await field(setUp, 'Verification code');
    await waitFor(() => expect(document.activeElement).toBe(code));
    await userEvent.paste('123 456');
    expect(code.value).toBe('123456');
    await press(setUp, 'Turn on');
    const list = await within(setUp).findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(recovery_codes);
    expect(document.activeElement?.textContent).toBe('Keep your recovery codes');
    expect(await sent(requests, '/setup')).toEqual([{ current_password: 'secret' }]);
    expect(await sent(requests, '/enable')).toEqual([{ code: '123456' }]);
    await press(setUp, 'I have kept them');
    expect(await screen.findByText('Two-factor authentication is on')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await within(await card()).findByText('10 recovery codes left')).toBeTruthy();
    expect(await within(await card()).findByText(/^On since \d\d\/\d\d\/\d{4}$/)).toBeTruthy();
  });

  it('gives the codes as a text to copy and as a file', async () => {
    const files: Blob[] = [];
    URL.createObjectURL = (file) => {
      files.push(file as Blob);
      return 'blob:a';
    };
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    let copied = '';
    const clipboard = { writeText: async (text: string) => void (copied = text) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    await show(off);
    const setUp = await begin();
    await userEvent.type(await field(setUp, 'Verification code'), '123456');
    await press(setUp, 'Turn on');
    await press(setUp, 'Copy all');
    expect(await within(setUp).findByText('Copied')).toBeTruthy();
    expect(copied).toBe(recovery_codes.join('\n'));
    await press(setUp, 'Download');
    expect(saved).toEqual(['linkway-recovery-codes.txt']);
    const text = await textOf(files[0] as Blob);
    expect(text).toMatch(/^Linkway recovery codes of ann@example\.com/);
    expect(text.endsWith(`\n\n${recovery_codes.join('\n')}\n`)).toBe(true);
  });

  it('asks before the codes go out of sight', async () => {
    await show(off);
    const setUp = await begin();
    await userEvent.type(await field(setUp, 'Verification code'), '123456');
    await press(setUp, 'Turn on');
    await within(setUp).findByRole('list', { name: 'Recovery codes' });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByText('Back to the codes'));
    expect(within(setUp).getByText('k3v9d-0xq70')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByText('Close without them'));
    expect(await within(await card()).findByText('10 recovery codes left')).toBeTruthy();
  });

  it('says at each field what is wrong', async () => {
    let answer: () => { status?: number; body?: unknown } = () =>
      wrong('current_password', 'auth.current_password_wrong');
    const requests = await show(off, {
      'POST /api/me/two-factor/setup': () => answer(),
      'POST /api/me/two-factor/enable': wrong('code', 'two_factor.code_invalid'),
    });
    await userEvent.click(await button('Set up'));
    const setUp = await dialog('Set up two-factor authentication');
    await press(setUp, 'Continue');
    expect(await within(setUp).findByText('Please enter your password')).toBeTruthy();
    expect(await sent(requests, '/setup')).toEqual([]);
    await userEvent.type(await field(setUp, 'Current password'), 'not it');
    await press(setUp, 'Continue');
    expect(await within(setUp).findByText('Detail of auth.current_password_wrong')).toBeTruthy();
    answer = () => ({ status: 200, body: { secret, otpauth_url } });
    await press(setUp, 'Continue');
    await field(setUp, 'Verification code');
    await press(setUp, 'Turn on');
    expect(await within(setUp).findByText('Please enter verification code')).toBeTruthy();
    await userEvent.type(await field(setUp, 'Verification code'), '12');
    await press(setUp, 'Turn on');
    expect(await within(setUp).findByText('Verification code must be 6 digits')).toBeTruthy();
    await userEvent.type(await field(setUp, 'Verification code'), '3456');
    await press(setUp, 'Turn on');
    expect(await within(setUp).findByText('Detail of two_factor.code_invalid')).toBeTruthy();
    const code = await field(setUp, 'Verification code');
    await waitFor(() => expect([code.selectionStart, code.selectionEnd]).toEqual([0, 6]));
  });

  it('begins anew where it took too long', async () => {
    await show(off, { 'POST /api/me/two-factor/enable': problem(410, 'two_factor.setup_over') });
    const setUp = await begin();
    await userEvent.type(await field(setUp, 'Verification code'), '123456');
    await press(setUp, 'Turn on');
    expect(await within(setUp).findByText('Failed to enable two-factor authentication')).toBeTruthy();
    expect(within(setUp).getByText('Detail of two_factor.setup_over')).toBeTruthy();
    expect((await field(setUp, 'Current password')).value).toBe('');
  });

  it('is asked about before it is stopped half-way, and needs no question before', async () => {
    await show(off);
    await userEvent.click(await button('Set up'));
    await press(await dialog('Set up two-factor authentication'), 'Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const setUp = await begin();
    await field(setUp, 'Verification code');
    await press(setUp, 'Cancel');
    await userEvent.click(await screen.findByText('Stop'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await button('Set up')).toBeTruthy();
  });
});

describe('once it is on', () => {
  it('warns when few recovery codes are left, and makes new ones', async () => {
    const requests = await show(on(2));
    expect((await within(await card()).findByText(/^2 recovery codes left/)).textContent).toMatch(/Make new ones/);
    await userEvent.click(await button('New recovery codes'));
    const renew = await dialog('New recovery codes');
    await proveOwner(renew, 'Make new codes');
    expect(await within(renew).findByText('k3v9d-0xq79')).toBeTruthy();
    expect(await sent(requests, '/recovery-codes')).toEqual([{ current_password: 'secret', code: '123456' }]);
    await press(renew, 'I have kept them');
    expect(await within(await card()).findByText('10 recovery codes left')).toBeTruthy();
  });

  it('is turned off with password and code, and the focus goes to what is there then', async () => {
    const requests = await show(on());
    await userEvent.click(await button('Turn off'));
    const turnOff = await dialog('Turn off two-factor authentication');
    await proveOwner(turnOff, 'Turn off');
    expect(await screen.findByText('Two-factor authentication is off')).toBeTruthy();
    expect(await sent(requests, '/disable')).toEqual([{ current_password: 'secret', code: '123456' }]);
    await waitFor(async () => expect(document.activeElement).toBe(await button('Set up')));
  });

  it('is not closed while new codes are on their way, which nobody can ask for again', async () => {
    const answer = Promise.withResolvers<{ body: unknown }>();
    await show(on(2), { 'POST /api/me/two-factor/recovery-codes': () => answer.promise });
    await userEvent.click(await button('New recovery codes'));
    const renew = await dialog('New recovery codes');
    await proveOwner(renew, 'Make new codes');
    await userEvent.keyboard('{Escape}');
    expect(renew.isConnected).toBe(true);
    answer.resolve({ body: { recovery_codes } });
    expect(await within(renew).findByText('k3v9d-0xq70')).toBeTruthy();
  });

  it('takes a recovery code in the place of one of the app', async () => {
    const requests = await show(on());
    await userEvent.click(await button('Turn off'));
    const turnOff = await dialog('Turn off two-factor authentication');
    await userEvent.type(await field(turnOff, 'Current password'), 'secret');
    await press(turnOff, 'Use a recovery code instead');
    const code = await field(turnOff, 'Recovery code');
    await waitFor(() => expect(document.activeElement).toBe(code));
    await press(turnOff, 'Turn off');
    expect(await within(turnOff).findByText('Please enter a recovery code')).toBeTruthy();
    await userEvent.type(code, 'K3V9D 0XQ7M');
    await press(turnOff, 'Turn off');
    expect(await screen.findByText('Two-factor authentication is off')).toBeTruthy();
    expect(await sent(requests, '/disable')).toEqual([{ current_password: 'secret', code: 'K3V9D 0XQ7M' }]);
  });

  it('keeps what is typed where it was not turned off, and says so', async () => {
    await show(on(), { 'POST /api/me/two-factor/disable': problem(503, 'service.unavailable') });
    await userEvent.click(await button('Turn off'));
    const turnOff = await dialog('Turn off two-factor authentication');
    await proveOwner(turnOff, 'Turn off');
    expect(await within(turnOff).findByText('Failed to disable two-factor authentication')).toBeTruthy();
    expect((await field(turnOff, 'Verification code')).value).toBe('123456');
  });

  it('says that its state could not be loaded', async () => {
    await show(on(), { 'GET /api/me/two-factor': problem(503, 'service.unavailable') });
    expect(await within(await card()).findByText('Your two-factor settings could not be loaded')).toBeTruthy();
  });
});
