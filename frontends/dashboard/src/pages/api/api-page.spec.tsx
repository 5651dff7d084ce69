import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorMessage } from '@linkway/contracts/errors';
import type { ApiKey } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { setLanguage } from '@linkway/kit/i18n';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Tab from '../../tab';
import { domains, me } from '../fixtures';
import { calls, exampleLanguages, exampleOf } from './usage/examples';

const key = (n: number, more: Partial<ApiKey> = {}): ApiKey => ({
  id: `01a1f8b9-0000-7000-8000-00000000000${n}`,
  key_name: `Key ${n}`,
  prefix: 'lw_live_',
  last_characters: `aBc${n}`,
  permissions: ['read', 'write'],
  domain_ids: null,
  is_active: true,
  expires_at: null,
  last_used_at: null,
  created_at: '2026-11-05T08:00:00.000Z',
  ...more,
});
const secret = 'lw_live_0123456789abcdefghijklmnopqrstuvwxyz';
const premium = { ...me, subscription_type: 'premium' };
const wrong = (field: string, code: string) =>
  problem(400, code, { errors: [{ field, code, detail: `Detail of ${code}` }] });

/** Keeps the keys as the API does. */
async function show(keys: ApiKey[], routes: Routes = {}, path = '/dashboard?tab=api'): Promise<Request[]> {
  let kept = keys;
  const requests = serveApi({
    'GET /api/me': { body: premium },
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/domains': { body: domains },
    'GET /api/api-keys': () => ({ body: { data: kept, requests_per_hour: 1000 } }),
    'POST /api/api-keys': async (request) => {
      const made = key(9, (await request.json()) as Partial<ApiKey>);
      kept = [made, ...kept];
      return { status: 201, body: { ...made, api_key: secret } };
    },
    ...Object.fromEntries(
      keys.flatMap(({ id }) => [
        [
          `PATCH /api/api-keys/${id}`,
          async (request: Request) => {
            const change = (await request.json()) as Partial<ApiKey>;
            kept = kept.map((one) => (one.id === id ? { ...one, ...change } : one));
            return { body: kept.find((one) => one.id === id) };
          },
        ],
        [
          `DELETE /api/api-keys/${id}`,
          () => {
            kept = kept.filter((one) => one.id !== id);
            return { status: 204 };
          },
        ],
      ]),
    ),
    ...routes,
  });
  await loadSession();
  renderPage(
    <>
      <Tab tab="api" />
      <Toaster />
    </>,
    { path },
  );
  return requests;
}

const rows = async () => (await screen.findByRole('table', { name: 'API keys' })).querySelectorAll('tbody [data-row]');
const row = async (name: string): Promise<HTMLElement> =>
  (await screen.findByText(name)).closest<HTMLElement>('[data-row]') as HTMLElement;
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const press = async (name: string | RegExp, of?: HTMLElement) =>
  userEvent.click(await (of ? within(of) : screen).findByRole('button', { name }));
const sent = async (requests: Request[], method: string): Promise<unknown[]> =>
  Promise.all(requests.filter((request) => request.method === method).map((request) => request.clone().json()));
const openForm = async (): Promise<HTMLElement> => {
  await userEvent.click((await screen.findAllByRole('button', { name: 'Create API key' }))[0] as HTMLElement);
  return dialog('Create API key');
};
const nameField = (of: HTMLElement) => within(of).findByLabelText<HTMLInputElement>('Name');
const make = async (of: HTMLElement) => press(/^Create API key/, of);

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());
afterEach(() => act(() => setLanguage('en')));

describe('with the Premium plan', () => {
  it('lists the keys: what each may do, how it stands, when it was used and when it ends', async () => {
    await show([
      key(1, { last_used_at: '2026-11-06T08:00:00.000Z', expires_at: '2099-11-06T08:00:00.000Z' }),
      key(2, { is_active: false, permissions: ['read'] }),
      key(3, { expires_at: '2020-11-06T08:00:00.000Z' }),
      key(4, { expires_at: '2020-11-06T08:00:00.000Z', is_active: false }),
    ]);
    const first = await row('Key 1');
    expect((await rows()).length).toBe(4);
    expect(within(first).getByText('lw_live_…aBc1')).toBeTruthy();
    expect(within(first).getByText('Read, Write')).toBeTruthy();
    expect(within(first).getByText(/^06\/11\/2026 \d\d:00$/)).toBeTruthy();
    expect(within(first).getByText(/^06\/11\/2099 \d\d:00$/)).toBeTruthy();
    expect(within(first).getByText('05/11/2026')).toBeTruthy();
    const state = async (name: string) => within(await row(name)).getByRole('switch');
    expect([(await state('Key 1')).ariaChecked, (await state('Key 1')).textContent]).toEqual(['true', 'On']);
    expect([(await state('Key 2')).ariaChecked, (await state('Key 2')).textContent]).toEqual(['false', 'Off']);
    expect((await state('Key 3')).textContent).toBe('Expired');
    expect((await state('Key 4')).textContent).toBe('Off, expired');
    // Who speaks to it says what they see.
    for (const [name, seen] of Object.entries({ 'Key 1': 'On', 'Key 2': 'Off', 'Key 3': 'Expired' }))
      expect((await state(name)).ariaLabel).toMatch(new RegExp(`^API key .*${name}.*: ${seen}$`));
    expect(within(await row('Key 2')).getAllByText('Never')).toHaveLength(2);
    expect(screen.getByText('4 keys of at most 20')).toBeTruthy();
    expect(screen.queryByText(/only available for Premium users/)).toBeNull();
  });

  it('makes a key, and tells it once', async () => {
    const requests = await show([]);
    expect(await screen.findByText('No API keys yet')).toBeTruthy();
    const form = await openForm();
    await make(form);
    expect(await within(form).findByText('Please enter a name for the key')).toBeTruthy();
    expect(await sent(requests, 'POST')).toEqual([]);
    await userEvent.type(await nameField(form), '  Web shop ');
    await userEvent.click(within(form).getByText('Read only'));
    expect(await within(form).findByText(/It changes nothing/)).toBeTruthy();
    await press('90 days', form);
    await make(form);
    expect(await within(form).findByText(secret)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Keep your new API key');
    const [body] = (await sent(requests, 'POST')) as [{ expires_at: string }];
    expect(body).toEqual({ key_name: 'Web shop', permissions: ['read'], expires_at: expect.any(String) });
    expect(Math.round((Date.parse(body.expires_at) - Date.now()) / 86_400_000)).toBe(90);

    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByText('Back to the key'));
    expect(within(form).getByText(secret)).toBeTruthy();
    await press('I have kept it', form);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await row('Web shop')).toBeTruthy();
    expect(document.body.textContent).not.toContain(secret);
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Web shop');
  });

  it('says which domains a key is for', async () => {
    const [main] = domains.data;
    const others = [1, 2, 3].map((n) => ({
      ...main,
      id: `01a1f8b9-0000-7000-8000-0000000009${n}0`,
      domain_name: `d${n}.test`,
    }));
    const [one, two, three] = others.map(({ id }) => id) as [string, string, string];
    await show(
      [
        key(1, { domain_ids: [one, two] }),
        key(2, { domain_ids: [one, two, three, '01a1f8b9-0000-7000-8000-000000000999'] }),
        key(3, { domain_ids: ['01a1f8b9-0000-7000-8000-000000000999'] }),
        key(4),
      ],
      { 'GET /api/domains': { body: { data: [main, ...others] } } },
    );
    expect(await within(await row('Key 1')).findByText('d2.test')).toBeTruthy();
    const second = await row('Key 2');
    expect(within(second).getByText('d3.test')).toBeTruthy();
    expect(within(second).getByText('and 1 more')).toBeTruthy();
    expect(within(second).queryByText('Domain no longer available')).toBeNull();
    expect(within(second).getByTitle(/d3\.test Domain no longer available$/)).toBeTruthy();
    expect(within(await row('Key 3')).getByText('Domain no longer available')).toBeTruthy();
    expect(within(await row('Key 4')).getByText('All domains')).toBeTruthy();
  });

  it('makes a key for some domains, and says at the field which cannot be had', async () => {
    const refused = wrong('domain_ids', 'api_keys.domain_unavailable');
    let answer: ReturnType<typeof wrong> | null = refused;
    const rented = {
      ...domains.data[0],
      id: '01a1f8b9-0000-7000-8000-000000000910',
      domain_name: 'rented.test',
      is_free: false,
    };
    const requests = await show([], {
      'GET /api/domains': { body: { data: [...domains.data, rented] } },
      'POST /api/api-keys': async (request) => {
        if (answer) return answer;
        const made = key(9, (await request.json()) as Partial<ApiKey>);
        return { status: 201, body: { ...made, api_key: secret } };
      },
    });
    const form = await openForm();
    await userEvent.type(await nameField(form), 'Web shop');
    await userEvent.click(within(form).getByRole('combobox', { name: 'Domains' }));
    await userEvent.click(await screen.findByTitle('lnk.test'));
    expect(screen.queryByTitle('rented.test')).toBeNull();
    await make(form);
    expect(await within(form).findByText('Detail of api_keys.domain_unavailable')).toBeTruthy();
    answer = null;
    await make(form);
    expect(await within(form).findByText(secret)).toBeTruthy();
    const bodies = (await sent(requests, 'POST')) as { domain_ids?: string[] }[];
    expect(bodies.at(-1)?.domain_ids).toEqual([domains.data[0]?.id]);
  });

  it('copies the new key', async () => {
    let copied = '';
    const clipboard = { writeText: async (text: string) => void (copied = text) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    await show([]);
    const form = await openForm();
    await userEvent.type(await nameField(form), 'Web shop');
    await make(form);
    await press('Copy API key', form);
    expect(copied).toBe(secret);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByText('Close without it'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('keeps what is typed over a reload, until it is given up', async () => {
    sessionStorage.setItem(
      `api_key_draft:${me.id}`,
      JSON.stringify({ key_name: 'Half a name', permissions: 'read', expires_at: null }),
    );
    await show([]);
    const form = await openForm();
    expect((await nameField(form)).value).toBe('Half a name');
    await press('Discard', form);
    expect((await nameField(form)).value).toBe('');
    await userEvent.type(await nameField(form), 'Another');
    expect(sessionStorage.getItem(`api_key_draft:${me.id}`)).toContain('Another');
    await press('Cancel', form);
    await press('Discard changes');
    expect(sessionStorage.getItem(`api_key_draft:${me.id}`)).toBeNull();
  });

  it('says at its field what is wrong, and why no key was made; nothing typed is lost', async () => {
    let answer = wrong('key_name', 'request.field_characters');
    await show([], { 'POST /api/api-keys': () => answer });
    const form = await openForm();
    await userEvent.type(await nameField(form), 'Web shop');
    const expires = within(form).getByLabelText('Expires');
    fireEvent.change(expires, { target: { value: 'some day' } });
    await make(form);
    expect(await within(form).findByText('Enter a date and time such as 31/12/2030 18:00')).toBeTruthy();
    fireEvent.change(expires, { target: { value: '01/01/2020 10:00' } });
    await make(form);
    expect(await within(form).findByText('Choose a time in the future')).toBeTruthy();
    await press('30 days', form);
    await make(form);
    expect(await within(form).findByText('Detail of request.field_characters')).toBeTruthy();
    answer = problem(409, 'api_keys.limit_reached');
    await make(form);
    expect(await within(form).findByText('Error creating API key')).toBeTruthy();
    expect(within(form).getByText('Detail of api_keys.limit_reached')).toBeTruthy();
    expect((await nameField(form)).value).toBe('Web shop');
  });

  it('sends one Idempotency-Key until it is answered, and says which key a lost answer told of', async () => {
    let answer = problem(503, 'service.unavailable');
    const requests = await show([], { 'POST /api/api-keys': () => answer });
    const form = await openForm();
    await userEvent.type(await nameField(form), 'Web shop');
    const keysOf = () =>
      requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));
    await make(form);
    expect(await within(form).findByText('Detail of service.unavailable')).toBeTruthy();
    answer = problem(409, 'api_keys.made_already');
    await make(form);
    expect(await within(form).findByText('Detail of api_keys.made_already')).toBeTruthy();
    answer = problem(409, 'api_keys.limit_reached');
    await make(form);
    expect(await within(form).findByText('Detail of api_keys.limit_reached')).toBeTruthy();
    const [first, again, other] = keysOf();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('switches a key off at once, with undo, and says where that was refused', async () => {
    let refuse = false;
    const requests = await show([key(1)], {
      [`PATCH /api/api-keys/${key(1).id}`]: async (request) =>
        refuse ? problem(503, 'service.unavailable') : { body: key(1, (await request.json()) as Partial<ApiKey>) },
      // It is set back by what was refused, not by the next answer.
      'GET /api/api-keys': () =>
        refuse ? Promise.withResolvers<never>().promise : { body: { data: [key(1)], requests_per_hour: 1000 } },
    });
    const toggle = within(await row('Key 1')).getByRole('switch');
    await userEvent.click(toggle);
    expect(await screen.findByText(/is off\. Requests with it are refused\./)).toBeTruthy();
    await press('Undo');
    await waitFor(async () =>
      expect(await sent(requests, 'PATCH')).toEqual([{ is_active: false }, { is_active: true }]),
    );
    refuse = true;
    await userEvent.click(toggle);
    const line = await row('Key 1');
    expect(await within(line).findByText(/^Error updating API key .*Detail of service\.unavailable$/)).toBeTruthy();
    expect(within(line).getByRole('switch').ariaChecked).toBe('true');
    expect(within(line).getByText('On')).toBeTruthy();
  });

  it('says of a key that is switched on after its end that it is refused still', async () => {
    await show([key(1, { is_active: false, expires_at: '2020-11-06T08:00:00.000Z' })]);
    await userEvent.click(within(await row('Key 1')).getByRole('switch'));
    expect(await screen.findByText(/is on, but has expired\. Requests with it are still refused\.$/)).toBeTruthy();
  });

  it('sends what is pressed quickly one after the other, and says how the last of it went', async () => {
    const answers: ((status: number) => void)[] = [];
    const quick = key(1, { key_name: 'Quick' });
    const requests = await show([quick], {
      [`PATCH /api/api-keys/${key(1).id}`]: async () => {
        const status = await new Promise<number>((answer) => answers.push(answer));
        return status === 200 ? { body: quick } : problem(503, 'service.unavailable');
      },
    });
    const toggle = within(await row('Quick')).getByRole('switch');
    await userEvent.click(toggle);
    await waitFor(() => expect(toggle.ariaChecked).toBe('false'));
    await userEvent.click(toggle);
    await waitFor(() => expect(toggle.ariaChecked).toBe('true'));
    expect(await sent(requests, 'PATCH')).toEqual([{ is_active: false }]);
    await act(async () => answers[0]?.(503));
    await waitFor(async () =>
      expect(await sent(requests, 'PATCH')).toEqual([{ is_active: false }, { is_active: true }]),
    );
    expect(toggle.ariaChecked).toBe('true');
    await act(async () => answers[1]?.(200));
    expect(await screen.findByText(/Quick.* is on$/)).toBeTruthy();
    expect(screen.queryByText(/^Error updating API key .*Quick/)).toBeNull();
    expect(screen.queryByText(/Quick.* is off\./)).toBeNull();
  });

  it('renames a key', async () => {
    const requests = await show([key(1)]);
    await press(/^Edit .*Key 1/);
    const form = await dialog(/^Edit/);
    const field = await nameField(form);
    expect(field.value).toBe('Key 1');
    await userEvent.clear(field);
    await press('Save changes', form);
    expect(await within(form).findByText('Please enter a name for the key')).toBeTruthy();
    await userEvent.type(field, 'Backups');
    await press('Save changes', form);
    expect(await screen.findByText(/^API key .*Backups.* is changed$/)).toBeTruthy();
    expect(await row('Backups')).toBeTruthy();
    expect(await sent(requests, 'PATCH')).toEqual([{ key_name: 'Backups' }]);
  });

  it('says anew for which domains a key is, by the rules of its making, and sends nothing else', async () => {
    const [main] = domains.data;
    const shop = { ...main, id: '01a1f8b9-0000-7000-8000-000000000910', domain_name: 'shop.test' };
    const rented = { ...main, id: '01a1f8b9-0000-7000-8000-000000000911', domain_name: 'rented.test', is_free: false };
    const gone = '01a1f8b9-0000-7000-8000-000000000999';
    const requests = await show([key(1, { domain_ids: [shop.id, gone] })], {
      'GET /api/domains': { body: { data: [main, shop, rented] } },
    });
    const edit = async () => {
      await press(/^Edit .*Key 1/);
      return dialog(/^Edit/);
    };
    const changes = () => sent(requests, 'PATCH');
    const form = await edit();
    expect(within(form).getByText(/Leave it empty for all domains\.$/)).toBeTruthy();
    // What is chosen is there by its name, whatever has become of it.
    expect(await within(form).findByTitle('Domain no longer available')).toBeTruthy();
    expect(within(form).queryByText(gone)).toBeNull();
    await userEvent.click(within(form).getByRole('combobox', { name: 'Domains' }));
    expect(screen.queryByTitle('rented.test')).toBeNull();
    await userEvent.click((await screen.findAllByTitle('lnk.test')).at(-1) as HTMLElement);
    await press('Save changes', form);
    expect(await screen.findByText(/^API key .*Key 1.* is changed$/)).toBeTruthy();
    expect(await changes()).toEqual([{ domain_ids: [shop.id, gone, main?.id] }]);
    expect(within(await row('Key 1')).getByText('lnk.test')).toBeTruthy();

    // In another order it is as it was; none stands for all.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await edit();
    const field = within(again).getByRole('combobox', { name: 'Domains' });
    await userEvent.click(field);
    for (let left = 3; left > 0; left -= 1) await userEvent.type(field, '{Backspace}');
    await press('Save changes', again);
    await waitFor(async () => expect((await changes()).at(-1)).toEqual({ domain_ids: null }));
    expect(await within(await row('Key 1')).findByText('All domains')).toBeTruthy();
  });

  it('says at the field which domain cannot be had, and what else was typed stays', async () => {
    const requests = await show([key(1)], {
      [`PATCH /api/api-keys/${key(1).id}`]: wrong('domain_ids', 'api_keys.domain_unavailable'),
    });
    await press(/^Edit .*Key 1/);
    const form = await dialog(/^Edit/);
    await userEvent.type(await nameField(form), ' anew');
    await userEvent.click(within(form).getByRole('combobox', { name: 'Domains' }));
    await userEvent.click(await screen.findByTitle('lnk.test'));
    await press('Save changes', form);
    expect(await within(form).findByText('Detail of api_keys.domain_unavailable')).toBeTruthy();
    expect(await sent(requests, 'PATCH')).toEqual([{ key_name: 'Key 1 anew', domain_ids: [domains.data[0]?.id] }]);
    expect((await nameField(form)).value).toBe('Key 1 anew');
  });

  it('leaves the domains alone where the service does not say which they are', async () => {
    await show([key(1, { domain_ids: undefined })]);
    await press(/^Edit .*Key 1/);
    const form = await dialog(/^Edit/);
    expect(await nameField(form)).toBeTruthy();
    expect(within(form).queryByRole('combobox', { name: 'Domains' })).toBeNull();
  });

  it('asks before a key is deleted, and says where it was not', async () => {
    let refuse = true;
    const path = `DELETE /api/api-keys/${key(1).id}`;
    const left = [key(1), key(2)];
    await show(left, {
      [path]: () => {
        if (refuse) return problem(503, 'service.unavailable');
        left.shift();
        return { status: 204 };
      },
      'GET /api/api-keys': () => ({ body: { data: left, requests_per_hour: 1000 } }),
    });
    await press(/^Delete .*Key 1/);
    const question = await dialog(/^Delete/);
    await press('Delete API key', question);
    expect(await within(question).findByText('Error deleting API key')).toBeTruthy();
    expect(within(question).getByText('Detail of service.unavailable')).toBeTruthy();
    refuse = false;
    await press('Delete API key', question);
    expect(await screen.findByText(/is deleted$/)).toBeTruthy();
    await waitFor(async () => expect((await rows()).length).toBe(1));
  });

  it('makes no more than an account may have', async () => {
    await show(Array.from({ length: 20 }, (_, n) => ({ ...key(1), id: `${key(1).id.slice(0, -2)}${10 + n}` })));
    expect(await screen.findByText('20 keys of at most 20')).toBeTruthy();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create API key' });
    expect(button.disabled).toBe(true);
    const why = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(why?.textContent).toBe('An account has 20 API keys at most. Delete one to make another.');
  });

  it('says that the keys could not be loaded', async () => {
    await show([], { 'GET /api/api-keys': problem(500, 'service.internal') });
    expect(await screen.findByText('Error loading API keys')).toBeTruthy();
  });
});

describe('without it', () => {
  it('says what a key gives and how to come by one, with no way that leads nowhere', async () => {
    await show([], { 'GET /api/me': { body: me } });
    expect(
      await screen.findByText('API Keys are only available for Premium users. Please upgrade your plan.'),
    ).toBeTruthy();
    expect(screen.getByText(/ask the administrator of this installation/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create API key' })).toBeNull();
    expect(screen.queryByRole('table')).toBeNull();
    expect(await screen.findByRole('region', { name: 'How to use the API' })).toBeTruthy();
  });

  it.each(['en', 'vi'] as const)('says the same as the API, in %s', async (language) => {
    await act(() => setLanguage(language));
    await show([], { 'GET /api/me': { body: me } });
    expect(await screen.findByText(errorMessage('api_keys.premium_required', language))).toBeTruthy();
  });

  it('still lists the keys of a plan that has ended, to be switched off or deleted', async () => {
    const requests = await show([key(1)], { 'GET /api/me': { body: me } });
    expect(await screen.findByText(/Your keys are still here/)).toBeTruthy();
    await userEvent.click(within(await row('Key 1')).getByRole('switch'));
    await waitFor(async () => expect(await sent(requests, 'PATCH')).toEqual([{ is_active: false }]));
    expect(within(await row('Key 1')).getByRole('button', { name: /^Delete/ })).toBeTruthy();
  });

  it('is told so where the plan ends while the form is open', async () => {
    let plan: typeof me = premium;
    await show([], {
      'GET /api/me': () => ({ body: plan }),
      'POST /api/api-keys': problem(403, 'api_keys.premium_required'),
    });
    const form = await openForm();
    await userEvent.type(await nameField(form), 'Web shop');
    plan = me;
    await make(form);
    expect(await within(form).findByText('Error creating API key')).toBeTruthy();
    expect(await screen.findByText(/ask the administrator of this installation/)).toBeTruthy();
  });
});

describe('how to use the API', () => {
  const usage = () => screen.findByRole('region', { name: 'How to use the API' });

  it.each(exampleLanguages)('shows each call in %s, with the address of this installation', async (language) => {
    await show([key(1)], {}, `/dashboard?tab=api&example=${language}`);
    const shown = [...(await usage()).querySelectorAll('pre')].map(({ textContent }) => textContent);
    expect(shown).toEqual(expect.arrayContaining(calls.map((call) => exampleOf(call, language, location.origin))));
    expect(shown.slice(0, 3)).toEqual([
      `${location.origin}/api`,
      "export LINKWAY_API_KEY='lw_live_…'",
      "$env:LINKWAY_API_KEY = 'lw_live_…'",
    ]);
  });

  it('changes the language of the examples, and copies one', async () => {
    let copied = '';
    const clipboard = { writeText: async (text: string) => void (copied = text) };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
    await show([key(1)]);
    await userEvent.click(within(await usage()).getByText('Python'));
    await press('Copy Delete a link: Python');
    const remove = calls.find(({ key: name }) => name === 'delete');
    expect(copied).toBe(remove && exampleOf(remove, 'python', location.origin));
  });

  it('tells the limit of this installation, and leads to its documentation', async () => {
    await show([key(1)], { 'GET /api/api-keys': { body: { data: [key(1)], requests_per_hour: 5000 } } });
    expect(await within(await usage()).findByText(/Each key has 5,000 requests an hour/)).toBeTruthy();
    expect(within(await usage()).getByText(/Changes to links have an hourly limit/)).toBeTruthy();
    expect(within(await usage()).getByText('RateLimit-Policy: "api-key";q=5000;w=3600')).toBeTruthy();
    for (const status of ['413', '415', '504']) expect(within(await usage()).getByText(status)).toBeTruthy();
    expect(
      within(await usage())
        .getByRole('link', { name: /All operations/ })
        .getAttribute('href'),
    ).toBe('/api/docs');
    expect(
      within(await usage())
        .getByRole('link', { name: /OpenAPI/ })
        .getAttribute('href'),
    ).toBe('/api/openapi.json');
  });

  it('is in Vietnamese as well', async () => {
    await act(() => setLanguage('vi'));
    await show([key(1)]);
    expect(await screen.findByRole('heading', { level: 1, name: 'API key' })).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Cách dùng API' })).toBeTruthy();
    expect(await screen.findByText('Xóa liên kết')).toBeTruthy();
  });
});
