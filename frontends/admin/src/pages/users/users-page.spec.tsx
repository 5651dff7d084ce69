import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type AdminUser, api, body } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { usePageQuery } from '@linkway/kit/query';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import Tab from '../../tab';
import { aUser, me, own } from './fixtures';

const LIST = '/api/admin/users';
const ann = aUser(1);
const answer = (users: AdminUser[], total = users.length) => ({
  body: { data: users, pagination: { page: 1, limit: 10, total, total_pages: Math.ceil(total / 10) } },
});

async function show(routes: Routes = {}, path = '', beside: ReactNode = null): Promise<Request[]> {
  const requests = serveApi({
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/me': { body: me },
    [`GET ${LIST}`]: answer([ann, own]),
    [`GET ${LIST}/${ann.id}`]: { body: ann },
    ...routes,
  });
  await loadSession();
  renderPage(
    <>
      <Tab tab="users" />
      <Toaster />
      {beside}
    </>,
    { path: `/dashboard?tab=users${path}` },
  );
  return requests;
}
const row = async (email: string): Promise<HTMLElement> =>
  (await screen.findByText(email)).closest('[data-row]') as HTMLElement;
const choose = async (email: string, item: string): Promise<void> => {
  await userEvent.click(within(await row(email)).getByRole('button', { name: `More actions for ${email}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const patches = (requests: Request[]): Promise<unknown[]> =>
  Promise.all(requests.filter(({ method }) => method === 'PATCH').map((request) => request.clone().json()));
/** By its heading: ids are all alike in tests, so that a menu would name a dialog. */
const dialogOf = async (title: string | RegExp): Promise<HTMLElement> =>
  (await screen.findByText(title, { selector: '[role=dialog] :is(h2, [class*=title])' })).closest(
    '[role=dialog]',
  ) as HTMLElement;
const confirm = async (title: string | RegExp, button: string): Promise<HTMLElement> => {
  const dialog = await dialogOf(title);
  await userEvent.click(within(dialog).getByRole('button', { name: button }));
  return dialog;
};
const lastAsked = (requests: Request[]): URLSearchParams =>
  new URL(requests.filter(({ url }) => new URL(url).pathname === LIST).at(-1)?.url ?? '').searchParams;

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

describe('the list', () => {
  it('says how many there are, and of each what the service tells', async () => {
    await show({ [`GET ${LIST}`]: answer([aUser(1, { status: 'suspended', clicks_count: null }), own], 1234) });
    expect(await screen.findByText('There are 1,234 users.')).toBeTruthy();
    const first = await row('person-1@example.com');
    for (const text of ['Person 1', 'Basic', '12', 'Suspended', 'cannot be shown right now', '05/11/2026'])
      expect(within(first).getByText(text)).toBeTruthy();
    expect(within(await row(own.email)).getByText('(you)')).toBeTruthy();
  });

  it('asks for what the address says', async () => {
    const requests = await show(
      {},
      '&search=ann&role=admin&subscription_type=premium&status=disabled&sort=email&page=2',
    );
    expect(await screen.findByText('2 users match the search and filters.')).toBeTruthy();
    expect(Object.fromEntries(lastAsked(requests))).toEqual({
      page: '2',
      limit: '10',
      sort: 'email',
      search: 'ann',
      role: 'admin',
      subscription_type: 'premium',
      status: 'disabled',
    });
  });

  it('says of whom the number is while another one is on its way', async () => {
    const held = Promise.withResolvers<void>();
    const requests = await show({
      [`GET ${LIST}`]: async ({ url }) => {
        if (!url.includes('search=linh')) return answer([ann, own], 1234);
        await held.promise;
        return answer([ann]);
      },
    });
    expect(await screen.findByText('There are 1,234 users.')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox'), 'linh');
    await waitFor(() => expect(lastAsked(requests).get('search')).toBe('linh'));
    expect(screen.getByText('There are 1,234 users.')).toBeTruthy();
    await act(async () => held.resolve());
    expect(await screen.findByText('1 user matches the search and filters.')).toBeTruthy();
  });

  it('goes to the last page where the list has become shorter', async () => {
    const requests = await show(
      {
        [`GET ${LIST}`]: ({ url }) => {
          const page = Number(new URL(url).searchParams.get('page'));
          return answer(page === 2 ? [ann] : [], 11);
        },
      },
      '&page=9',
    );
    expect(await row(ann.email)).toBeTruthy();
    expect(lastAsked(requests).get('page')).toBe('2');
    expect(screen.queryByText('No users yet')).toBeNull();
  });

  it('searches once typing pauses, and anew from the first page', async () => {
    const requests = await show({}, '&page=3');
    await userEvent.type(await screen.findByRole('searchbox'), 'linh');
    await waitFor(() => expect(lastAsked(requests).get('search')).toBe('linh'));
    expect(lastAsked(requests).get('page')).toBe('1');
    expect(requests.filter(({ url }) => /search=li?n?(&|$)/.test(url))).toEqual([]);
  });

  it('says what it may come from that nobody is found, and how to see all', async () => {
    const requests = await show({ [`GET ${LIST}`]: answer([]) }, '&status=disabled');
    expect(await screen.findByText('Nobody found')).toBeTruthy();
    expect(screen.getByText(/^A filter for role/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }));
    await waitFor(() => expect(lastAsked(requests).get('status')).toBeNull());
    expect(await screen.findByText('No users yet')).toBeTruthy();
    expect(screen.getByText('Nobody has registered yet.')).toBeTruthy();
  });

  it('tells a refusal from a failure', async () => {
    await show({ [`GET ${LIST}`]: problem(403, 'auth.forbidden') });
    expect(await screen.findByText('You have no permission to manage users')).toBeTruthy();
  });

  it('says that it cannot be loaded', async () => {
    await show({ [`GET ${LIST}`]: problem(500, 'service.internal') });
    expect(await screen.findByText('Cannot load user list')).toBeTruthy();
  });
});

it('shows the details of somebody, as they are now', async () => {
  const now = { ...ann, phone: '+84912345678', monthly_links_used: 7, two_factor_enabled: true };
  await show({ [`GET ${LIST}/${ann.id}`]: { body: now } });
  await userEvent.click(within(await row(ann.email)).getByRole('button', { name: `Details of ${ann.email}` }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('+84912345678')).toBeTruthy();
  const fact = (label: string) => within(dialog).getByText(label).nextElementSibling?.textContent;
  expect(fact('Links this month')).toBe('7 / 50');
  expect([fact('Links created'), fact('Total clicks'), fact('Registration date')]).toEqual([
    '12',
    '1,234',
    '05/11/2026',
  ]);
  expect(fact('Two-factor authentication')).toBe('On');
});

describe('changes', () => {
  const patched = (changes: Partial<AdminUser>): Routes => ({
    [`PATCH ${LIST}/${ann.id}`]: { body: { ...ann, ...changes } },
    [`GET ${LIST}`]: answer([ann]),
  });

  it.each([
    ['Disable', /^Disable person-1/, 'disabled', 'person-1@example.com is disabled'],
    ['Suspend', /^Suspend person-1/, 'suspended', 'person-1@example.com is suspended'],
  ] as const)('%s somebody, once it is confirmed', async (item, title, status, said) => {
    const requests = await show(patched({ status }));
    await choose(ann.email, item);
    const dialog = await dialogOf(title);
    expect(within(dialog).getByText(/signed out everywhere at once/)).toBeTruthy();
    expect(await patches(requests)).toEqual([]);
    await confirm(title, item);
    expect(await screen.findByText(said)).toBeTruthy();
    expect(await patches(requests)).toEqual([{ status }]);
  });

  it('enable somebody again', async () => {
    const disabled = { ...ann, status: 'disabled' as const };
    const requests = await show({ ...patched({}), [`GET ${LIST}`]: answer([disabled]) });
    await choose(ann.email, 'Enable');
    await confirm(/^Enable person-1/, 'Enable');
    expect(await screen.findByText('person-1@example.com is enabled')).toBeTruthy();
    expect(await patches(requests)).toEqual([{ status: 'active' }]);
  });

  it('say why nothing was changed', async () => {
    await show({ [`PATCH ${LIST}/${ann.id}`]: problem(409, 'users.last_admin', { detail: 'The last one' }) });
    await choose(ann.email, 'Disable');
    const dialog = await confirm(/^Disable/, 'Disable');
    expect(await within(dialog).findByText('Failed to disable the user')).toBeTruthy();
    expect(within(dialog).getByText('The last one')).toBeTruthy();
  });

  it('delete somebody for good, once it is confirmed by name', async () => {
    let users = [ann, own];
    const requests = await show({
      [`GET ${LIST}`]: () => answer(users),
      [`DELETE ${LIST}/${ann.id}`]: () => {
        users = [own];
        return { status: 204 };
      },
    });
    await choose(ann.email, 'Delete');
    const dialog = await dialogOf('Delete person-1@example.com?');
    expect(within(dialog).getByText(/^At once and for good/)).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await confirm('Delete person-1@example.com?', 'Delete');
    expect(await screen.findByText('person-1@example.com is deleted')).toBeTruthy();
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText(ann.email)).toBeNull());
  });

  it('delete nobody where the service refuses it, and say why', async () => {
    await show({ [`DELETE ${LIST}/${ann.id}`]: problem(409, 'users.last_admin', { detail: 'The last one' }) });
    await choose(ann.email, 'Delete');
    const dialog = await confirm('Delete person-1@example.com?', 'Delete');
    expect(await within(dialog).findByText('Failed to delete the user')).toBeTruthy();
    expect(within(dialog).getByText('The last one')).toBeTruthy();
  });

  it('act as somebody, with what that means and a reason; where that is refused, say why', async () => {
    const at = `POST ${LIST}/${ann.id}/impersonation`;
    const refused = problem(409, 'users.impersonation_inactive', { detail: 'Not active any more' });
    const requests = await show({ [at]: refused });
    await choose(ann.email, 'Act as this user');
    const dialog = await dialogOf('Act as person-1@example.com?');
    expect(within(dialog).getByText(/^For 60 minutes this browser shows/)).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Reason (for the log)'), ' Ticket 17 ');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Act as this user' }));
    expect(await within(dialog).findByText('You could not become this user')).toBeTruthy();
    expect(within(dialog).getByText('Not active any more')).toBeTruthy();
    const [sent] = requests.filter(({ method }) => method === 'POST');
    expect(await sent?.json()).toEqual({ reason: 'Ticket 17' });
  });

  it('make somebody an administrator', async () => {
    const requests = await show(patched({ role: 'admin' }));
    await choose(ann.email, 'Make administrator');
    await confirm(/^Make person-1@example.com an administrator/, 'Make administrator');
    expect(await screen.findByText('person-1@example.com is an administrator now')).toBeTruthy();
    expect(await patches(requests)).toEqual([{ role: 'admin' }]);
  });

  it('leave whoever looks at the list as they are, and say so', async () => {
    await show();
    await userEvent.click(within(await row(own.email)).getByRole('button', { name: /^More actions/ }));
    for (const item of ['Disable', 'Suspend', 'Delete', 'Remove administrator rights']) {
      const refused = await screen.findByRole('menuitem', { name: `${item} Only another administrator can do this` });
      expect(refused.ariaDisabled).toBe('true');
      fireEvent.click(refused);
    }
    expect((await screen.findByRole('menuitem', { name: 'Change plan' })).ariaDisabled).not.toBe('true');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('remove the rights of an administrator', async () => {
    const admin = { ...ann, role: 'admin' as const };
    const requests = await show({ ...patched({}), [`GET ${LIST}`]: answer([admin, own]) });
    await choose(ann.email, 'Remove administrator rights');
    await confirm('Remove the administrator rights of person-1@example.com?', 'Remove administrator rights');
    expect(await screen.findByText('person-1@example.com is no administrator any more')).toBeTruthy();
    expect(await patches(requests)).toEqual([{ role: 'user' }]);
  });
});

describe('the plan', () => {
  const PATCH = `PATCH ${LIST}/${ann.id}`;
  const premium: AdminUser = {
    ...ann,
    subscription_type: 'premium',
    monthly_links_limit: 7000,
    subscription_end_date: '2099-01-31T10:00:00.000Z',
  };
  const done = 'The plan of person-1@example.com is changed';

  async function open(user: AdminUser) {
    const requests = await show({
      [`GET ${LIST}`]: answer([user]),
      [PATCH]: async (request) => ({ body: { ...user, ...((await request.json()) as object) } }),
    });
    await choose(user.email, 'Change plan');
    const dialog = within(await dialogOf('Change plan'));
    return {
      requests,
      dialog,
      take: async (plan: 'Basic' | 'Premium') => {
        await userEvent.click(dialog.getByRole('combobox'));
        await userEvent.click((await screen.findAllByTitle(plan)).at(-1) as HTMLElement);
      },
      limit: () => dialog.getByLabelText<HTMLInputElement>('Links per month'),
      end: () => dialog.getByLabelText<HTMLInputElement>('Plan ends'),
      save: () => userEvent.click(dialog.getByRole('button', { name: 'Change plan' })),
    };
  }
  const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

  it('brings its limit, or has one that is typed', async () => {
    const { requests, dialog, take, limit, save } = await open(ann);
    await take('Premium');
    await waitFor(() => expect(limit().value).toBe('5000'));
    write(limit(), 'many');
    await save();
    expect(await dialog.findByText('Enter a whole number from 0 to 1,000,000,000')).toBeTruthy();
    write(limit(), '7000');
    await save();
    expect(await screen.findByText(done)).toBeTruthy();
    expect(await patches(requests)).toEqual([{ subscription_type: 'premium', monthly_links_limit: 7000 }]);
  });

  it('leaves a typed limit, and has the one in force again where it is taken back', async () => {
    const { take, limit } = await open(premium);
    await take('Basic');
    await waitFor(() => expect(limit().value).toBe('50'));
    await take('Premium');
    await waitFor(() => expect(limit().value).toBe('7000'));
    write(limit(), '123');
    await take('Basic');
    expect(limit().value).toBe('123');
  });

  it('has an end, which is told where it is wrong or past', async () => {
    const { requests, dialog, take, end, save } = await open(ann);
    expect(dialog.queryByLabelText('Plan ends')).toBeNull();
    expect(dialog.getByText('The basic plan has no end date.')).toBeTruthy();
    await take('Premium');
    await waitFor(() => expect(end().value).toBe(''));
    write(end(), 'some day');
    await save();
    expect(await dialog.findByText('Enter a date and time such as 31/12/2030 18:00')).toBeTruthy();
    expect(end().value).toBe('some day');
    write(end(), '01/01/2020 10:00');
    await save();
    expect(await dialog.findByText('Choose a time in the future')).toBeTruthy();
    expect(await patches(requests)).toEqual([]);
    write(end(), '01/02/2099 10:00');
    await save();
    expect(await screen.findByText(done)).toBeTruthy();
    const subscription_end_date = new Date(2099, 1, 1, 10).toISOString();
    expect(await patches(requests)).toEqual([
      { subscription_type: 'premium', monthly_links_limit: 5000, subscription_end_date },
    ]);
  });

  it('has no end any more', async () => {
    const { requests, end, save } = await open(premium);
    expect(end().value).toMatch(/^31\/01\/2099 \d\d:\d\d$/);
    write(end(), '');
    await save();
    expect(await screen.findByText(done)).toBeTruthy();
    expect(await patches(requests)).toEqual([{ subscription_end_date: null }]);
  });

  it('that has ended has another limit all the same', async () => {
    const { requests, limit, save } = await open({ ...premium, subscription_end_date: '2020-01-31T10:00:00.000Z' });
    write(limit(), '90');
    await save();
    expect(await screen.findByText(done)).toBeTruthy();
    expect(await patches(requests)).toEqual([{ monthly_links_limit: 90 }]);
  });

  it('that is basic is sent without an end', async () => {
    const { requests, take, end, limit, save } = await open(premium);
    write(end(), 'some day');
    await take('Basic');
    await waitFor(() => expect(limit().value).toBe('50'));
    await save();
    expect(await screen.findByText(done)).toBeTruthy();
    expect(await patches(requests)).toEqual([{ subscription_type: 'basic', monthly_links_limit: 50 }]);
  });

  it('of whoever changes it is known to every page', async () => {
    let plan = 'basic';
    await show(
      {
        'GET /api/me': () => ({ body: { ...me, subscription_type: plan } }),
        [`PATCH ${LIST}/${own.id}`]: () => {
          plan = 'premium';
          return { body: { ...own, subscription_type: plan } };
        },
      },
      '',
      <OwnPlan />,
    );
    expect(await screen.findByText('Mine: basic')).toBeTruthy();
    await choose(own.email, 'Change plan');
    const dialog = within(await dialogOf('Change plan'));
    write(dialog.getByLabelText('Links per month'), '60');
    await userEvent.click(dialog.getByRole('button', { name: 'Change plan' }));
    expect(await screen.findByText('Mine: premium')).toBeTruthy();
  });
});

/** As other pages know it. */
function OwnPlan() {
  const { data } = usePageQuery({ queryKey: ['me'], queryFn: () => body(api.GET('/api/me')) });
  return <p>Mine: {data?.subscription_type}</p>;
}
