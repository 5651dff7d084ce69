import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Toaster } from '@linkway/kit/base';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { me } from '../users/fixtures';
import { blockedAddress, settings, statistics, threat, threatPage } from './fixtures';

const PATH = '/api/admin/security';

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

async function show(routes: Routes = {}, who: object = {}): Promise<Request[]> {
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/me': { body: { ...me, role: 'admin', ...who } },
    [`GET ${PATH}`]: { body: settings },
    [`GET ${PATH}/threats`]: { body: threatPage([threat]) },
    [`GET ${PATH}/statistics`]: { body: statistics },
    [`GET ${PATH}/blocked-addresses`]: { body: { data: [blockedAddress] } },
    ...routes,
  });
  await loadSession();
  renderPage(
    <>
      <Tab tab="security" />
      <Toaster />
    </>,
    { path: '/dashboard?tab=security' },
  );
  return requests;
}
const field = (name: string | RegExp) =>
  screen.findByLabelText<HTMLInputElement>(name, { selector: 'input:not([type=radio]), textarea' });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
async function retype(name: RegExp, text: string): Promise<void> {
  const element = await field(name);
  await userEvent.clear(element);
  if (text) await userEvent.type(element, text);
}
const sent = async (requests: Request[]): Promise<unknown[]> =>
  Promise.all(requests.filter(({ method }) => method === 'PATCH').map((request) => request.clone().json()));

describe('the security settings', () => {
  it('are shown as they are, and only what has changed is sent', async () => {
    const changed = {
      ...settings,
      requests_per_minute: 30,
      ip_whitelist_enabled: true,
      updated_at: '2026-11-27T08:00:00.000Z',
    };
    const requests = await show({ [`PATCH ${PATH}`]: { body: changed } });
    expect((await field(/^Requests per minute/)).value).toBe('60');
    expect((await field(/^Allowed addresses/)).value).toBe('203.0.113.7');
    expect((await button('Save')).disabled).toBe(true);
    await retype(/^Requests per minute/, '30');
    await userEvent.click(await field(/^Administrators only from/));
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('The security settings are saved')).toBeTruthy();
    expect(await sent(requests)).toEqual([{ requests_per_minute: 30, ip_whitelist_enabled: true }]);
    await waitFor(async () => expect((await button('Save')).disabled).toBe(true));
  });

  it('say at the field what is wrong, also what only the server knows', async () => {
    const detail =
      'Your own address 198.51.100.1 is not in this list, so you would lock yourself out. Please add it first.';
    const code = 'security.own_address_missing';
    const requests = await show({
      [`PATCH ${PATH}`]: problem(400, code, { errors: [{ field: 'ip_whitelist', code, detail }] }),
    });
    await retype(/^Minimum password length/, '5');
    await userEvent.click(await button('Save'));
    expect(await screen.findByText('Enter a whole number from 6 to 64')).toBeTruthy();
    expect(await sent(requests)).toEqual([]);
    await retype(/^Minimum password length/, '6');
    await userEvent.click(await field(/^Administrators only from/));
    await userEvent.click(await button('Save'));
    expect(await screen.findByText(detail)).toBeTruthy();
  });

  it('go back to what is saved', async () => {
    await show();
    await retype(/^Session timeout/, '24');
    await userEvent.click(await button('Discard changes'));
    expect((await field(/^Session timeout/)).value).toBe('720');
    expect((await button('Save')).disabled).toBe(true);
  });

  it('tell whoever may not see them so, and lead nobody to try in vain', async () => {
    await show({ [`GET ${PATH}`]: problem(403, 'auth.forbidden') });
    expect(await screen.findByText('You have no permission to manage the security settings')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /try again/i })).toBeNull();
  });
});

describe('the blocked addresses', () => {
  const LIST = `${PATH}/blocked-addresses`;
  const bodies = (requests: Request[]) =>
    Promise.all(requests.filter(({ method }) => method === 'POST').map((request) => request.clone().json()));

  it('are blocked behind a question, until the time that was chosen', async () => {
    const requests = await show({ [`POST ${LIST}`]: { status: 201, body: blockedAddress } });
    await userEvent.type(await field(/^Address or network/), ' 198.51.100.9 ');
    await userEvent.type(await field(/^Reason/), 'Guesses passwords');
    await userEvent.click(await button('Block address'));
    const dialog = await screen.findByRole('dialog', { name: 'Block 198.51.100.9?' });
    expect(await bodies(requests)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block address' }));
    expect(await screen.findByText('198.51.100.9 is blocked')).toBeTruthy();
    const [sentBody] = (await bodies(requests)) as { address: string; reason: string; expires_at: string }[];
    expect(sentBody).toMatchObject({ address: '198.51.100.9', reason: 'Guesses passwords' });
    expect(Math.abs(Date.parse(sentBody?.expires_at ?? '') - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });

  it('say why they are blocked: what was typed, or the threat that they were blocked for, by its name', async () => {
    const ofThreat = { ...blockedAddress, id: 'of-a-threat', reason: 'brute_force' };
    await show({ [`GET ${LIST}`]: { body: { data: [blockedAddress, ofThreat] } } });
    await screen.findByText('Floods the API');
    const list = within(screen.getByRole('table', { name: 'Blocked addresses' }));
    expect(list.getByText('Brute force')).toBeTruthy();
    expect(list.queryByText('brute_force')).toBeNull();
  });

  it('say why one was not blocked, and keep what was typed', async () => {
    const detail = 'This is your own address, or has it within: you would lock yourself out';
    await show({ [`POST ${LIST}`]: problem(400, 'security.block_own_address', { detail }) });
    await userEvent.type(await field(/^Address or network/), '198.51.100.9');
    await userEvent.click(await button('Block address'));
    const dialog = await screen.findByRole('dialog', { name: 'Block 198.51.100.9?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block address' }));
    expect(await within(dialog).findByText(detail)).toBeTruthy();
    expect((await field(/^Address or network/)).value).toBe('198.51.100.9');
  });

  it('are unblocked behind a question', async () => {
    const requests = await show({ [`DELETE ${LIST}/${blockedAddress.id}`]: { status: 204 } });
    await userEvent.click(await button('Unblock 203.0.113.0/24'));
    const dialog = await screen.findByRole('dialog', { name: 'Unblock 203.0.113.0/24?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('203.0.113.0/24 is let in again')).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });
});

describe('threats', () => {
  const ONE = `${PATH}/threats/${threat.id}`;
  const bodies = (requests: Request[], wanted: string) =>
    Promise.all(requests.filter(({ method }) => method === wanted).map((request) => request.clone().json()));

  it('are blocked behind a question, for as long as was chosen', async () => {
    const requests = await show({ [`POST ${ONE}/block`]: { body: { threat, blocked_address: blockedAddress } } });
    expect(await screen.findByText('1,204 wrong passwords')).toBeTruthy();
    await userEvent.click(await button('Block 198.51.100.9'));
    const dialog = await screen.findByRole('dialog', { name: 'Block 198.51.100.9?' });
    expect(await bodies(requests, 'POST')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Block address' }));
    expect(await screen.findByText('198.51.100.9 is blocked')).toBeTruthy();
    const [sentBody] = (await bodies(requests, 'POST')) as { expires_at: string }[];
    expect(Math.abs(Date.parse(sentBody?.expires_at ?? '') - Date.now() - 86_400_000)).toBeLessThan(60_000);
  });

  it('have their status changed in the list', async () => {
    const requests = await show({ [`PATCH ${ONE}`]: { body: { ...threat, status: 'resolved' } } });
    await userEvent.click(await screen.findByRole('combobox', { name: 'Status of the threat from 198.51.100.9' }));
    await userEvent.click(await screen.findByText('Resolved', { selector: '.ant-select-item-option-content' }));
    expect(await screen.findByText('The status is saved')).toBeTruthy();
    expect(await bodies(requests, 'PATCH')).toEqual([{ status: 'resolved' }]);
  });

  it('that are not active, or from nowhere known, cannot be blocked', async () => {
    const others = [
      { ...threat, status: 'resolved' as const },
      { ...threat, id: '01a1f8b9-0000-7000-8000-000000000012', ip_address: null, user_email: 'an@example.com' },
    ];
    await show({ [`GET ${PATH}/threats`]: { body: threatPage(others) } });
    expect(await screen.findByText('an@example.com')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Block (198|Unknown)/ })).toBeNull();
  });

  it('of malicious links say so, and are filtered by it', async () => {
    const links = { ...threat, type: 'malicious_link' as const, count: 25, user_email: 'an@example.com' };
    const requests = await show({ [`GET ${PATH}/threats`]: { body: threatPage([links]) } });
    expect(await screen.findByText('25 refused links')).toBeTruthy();
    expect(screen.getByText('an@example.com')).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Type' }));
    await userEvent.click(await screen.findByText('Malicious links', { selector: '.ant-select-item-option-content' }));
    await waitFor(() => expect(requests.some(({ url }) => url.includes('type=malicious_link'))).toBe(true));
  });

  it('have numbers beside them, which may fail alone', async () => {
    await show();
    expect(await screen.findByText('1,234')).toBeTruthy();
    const hour = screen.getByText('07:00', { selector: 'th' }).closest('tr');
    expect(hour?.textContent).toBe('07:001,20012');
  });

  it('stay where the numbers cannot be loaded', async () => {
    await show({ [`GET ${PATH}/statistics`]: problem(503, 'service.unavailable') });
    expect(await screen.findByText('The statistics could not be loaded')).toBeTruthy();
    expect(await screen.findByText('1,204 wrong passwords')).toBeTruthy();
  });
});

describe('an administrator of whom two-factor authentication is asked', () => {
  const asked = { two_factor_setup_required: true };
  const twoFactor = (enabled: boolean) => ({
    'GET /api/me/two-factor': { body: { enabled, enabled_at: null, recovery_codes_left: 0 } },
  });

  it('is led to set it up before anything else', async () => {
    const requests = await show(twoFactor(false), asked);
    const link = await screen.findByRole('link', { name: 'Go to my profile' });
    expect(link.getAttribute('href')).toBe('/dashboard?tab=profile');
    expect(requests.some(({ url }) => new URL(url).pathname === PATH)).toBe(false);
  });

  it('sees everything once it is set up', async () => {
    await show(twoFactor(true), asked);
    expect((await field(/^Requests per minute/)).value).toBe('60');
  });
});
