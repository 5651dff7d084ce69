import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Campaign } from '@linkway/kit/api';
import { Toaster } from '@linkway/kit/base';
import { setLanguage } from '@linkway/kit/i18n';
import { Link, onTabChange, type TabChange } from '@linkway/kit/router';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import Tab from '../../tab';
import { aCampaign, aLink, me, pageOf } from '../fixtures';

// Whether a pointer reaches a button is tried in Chromium; asking jsdom costs seconds on pages of this size.
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const summary = (all: Campaign[]) => ({
  campaigns: all.length,
  active: all.filter(({ status }) => status === 'active').length,
  links_count: 6,
  clicks_count: 2468,
  budgets: all.length === 0 ? [] : [{ currency: 'USD', budget: 120_050 }],
});

/** Keeps the campaigns as the API does. */
async function show(all: Campaign[], routes: Routes = {}, path = '/dashboard?tab=campaigns'): Promise<Request[]> {
  let kept = all;
  const requests = serveApi({
    'GET /api/me': { body: me },
    'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
    'GET /api/campaigns': () => ({
      body: {
        data: kept,
        pagination: { page: 1, limit: 10, total: kept.length, total_pages: kept.length === 0 ? 0 : 1 },
        summary: summary(kept),
      },
    }),
    'GET /api/links': { body: pageOf([]) },
    'POST /api/campaigns': async (request) => {
      const made = aCampaign(9, { ...((await request.json()) as Partial<Campaign>), links_count: 0, clicks_count: 0 });
      kept = [made, ...kept];
      return { status: 201, body: made };
    },
    ...Object.fromEntries(
      all.flatMap(({ id }) => [
        [
          `GET /api/campaigns/${id}`,
          () => {
            const found = kept.find((each) => each.id === id);
            return found ? { body: found } : problem(404, 'campaigns.not_found');
          },
        ],
        [
          `PATCH /api/campaigns/${id}`,
          async (request: Request) => {
            const change = (await request.json()) as Partial<Campaign>;
            kept = kept.map((each) => (each.id === id ? { ...each, ...change } : each));
            return { body: kept.find((each) => each.id === id) };
          },
        ],
        [
          `DELETE /api/campaigns/${id}`,
          () => {
            kept = kept.filter((each) => each.id !== id);
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
      <Tab tab="campaigns" />
      <Toaster />
      <Link to={path}>Where it began</Link>
    </>,
    { path },
  );
  return requests;
}

const row = async (text: string): Promise<HTMLElement> =>
  (await screen.findByText(text)).closest<HTMLElement>('[data-row]') as HTMLElement;
// By its title: its name is that of the choices over the list as well here, as all parts of antd have one id in tests.
const dialog = async (title: string | RegExp): Promise<HTMLElement> => {
  const found = await screen.findByRole('dialog');
  await within(found).findByText(title);
  return found;
};
const press = async (name: string | RegExp, of?: HTMLElement) =>
  user.click(await (of ? within(of) : screen).findByRole('button', { name }));
const menu = async (item: string): Promise<void> => {
  await press(/^More actions/);
  await user.click(await screen.findByText(item));
};
const sent = (requests: Request[], method: string): Promise<unknown[]> =>
  Promise.all(requests.filter((request) => request.method === method).map((request) => request.clone().json()));
const asked = (requests: Request[], path: string): URLSearchParams[] =>
  requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname === path)
    .map(({ searchParams }) => searchParams);
const openForm = async (): Promise<HTMLElement> => {
  await user.click((await screen.findAllByRole('button', { name: 'Create campaign' }))[0] as HTMLElement);
  return screen.findByRole('dialog');
};
const fill = (form: HTMLElement, values: Record<string, string>): Promise<void> =>
  act(async () => {
    for (const [label, value] of Object.entries(values)) {
      const field = within(form).getByLabelText(label);
      fireEvent.change(field, { target: { value } });
      fireEvent.blur(field);
    }
  });
/** What the page opens in other tabs. */
const opened: TabChange[] = [];
let stop = (): void => {};

beforeAll(() => startApp());
beforeEach(() => {
  sessionStorage.clear();
  opened.length = 0;
  stop = onTabChange((change) => opened.push(change));
});
afterEach(() => {
  stop();
  return act(() => setLanguage('en'));
});

describe('the list of campaigns', () => {
  it('says of each how it stands, from when to when, and what it led to', async () => {
    await show([
      aCampaign(1, { name: 'عيد', status: 'active', description: 'For all' }),
      aCampaign(2, { status: 'draft', budget: 1_500_000, currency: 'VND', links_count: 1, clicks_count: 0 }),
    ]);
    const first = within(await row('عيد'));
    // Its direction is its own.
    expect(first.getByText('عيد').localName).toBe('bdi');
    expect(first.getByText('Running')).toBeTruthy();
    expect(first.getByText('01/11/2026 – 30/11/2026')).toBeTruthy();
    expect(first.getByText('1,234')).toBeTruthy();
    expect(first.getByText('$1,200.50')).toBeTruthy();
    const second = within(await row('Campaign 2'));
    expect(second.getByText('Draft')).toBeTruthy();
    expect(second.getByText('₫1,500,000')).toBeTruthy();
    expect(screen.getByText(/^2 campaigns · Clicks as of 05\/11\/2026/)).toBeTruthy();
  });

  it('sums all of them up, a budget for each currency', async () => {
    const budgets = [
      { currency: 'USD', budget: 120_050 },
      { currency: 'VND', budget: 1_500_000 },
    ];
    await show([aCampaign(1)], {
      'GET /api/campaigns': {
        body: {
          data: [aCampaign(1)],
          pagination: { page: 1, limit: 10, total: 1, total_pages: 1 },
          summary: { ...summary([aCampaign(1)]), active: 7, budgets },
        },
      },
    });
    await row('Campaign 1');
    const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;
    expect(figure('Running now')?.textContent).toBe('7');
    expect(figure('Clicks of people')?.textContent).toBe('2,468');
    expect([...(figure('Budget')?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '$1,200.50',
      '₫1,500,000',
    ]);
  });

  it('says that clicks are still being counted', async () => {
    await show([aCampaign(1), aCampaign(2, { clicks_as_of: null })]);
    await row('Campaign 1');
    expect(screen.getAllByText(/Clicks are being counted, some may be missing/)).toHaveLength(2);
  });

  it('is asked for as the address says, and leads back from where there is none', async () => {
    const requests = await show([], {}, '/dashboard?tab=campaigns&search=sale&status=paused&sort=most_clicks&page=2');
    expect(await screen.findByText('No campaign matches')).toBeTruthy();
    expect(Object.fromEntries(asked(requests, '/api/campaigns')[0] ?? [])).toEqual({
      page: '2',
      limit: '10',
      sort: 'most_clicks',
      search: 'sale',
      status: 'paused',
    });
    await press('Show all campaigns');
    expect(await screen.findByText('No campaigns yet')).toBeTruthy();
    expect(Object.fromEntries(asked(requests, '/api/campaigns').at(-1) ?? [])).toEqual({
      page: '1',
      limit: '10',
      sort: 'most_clicks',
    });
  });

  it('says that it could not be loaded', async () => {
    await show([], { 'GET /api/campaigns': problem(503, 'service.unavailable') });
    expect(await screen.findByText('Error loading campaigns')).toBeTruthy();
    expect(screen.queryByText('Running now')).toBeNull();
  });

  it('pauses what runs and lets all else run, with undo', async () => {
    const requests = await show([aCampaign(1, { status: 'completed' })]);
    await row('Campaign 1');
    await menu('Run');
    expect(await screen.findByText('Campaign status updated successfully!')).toBeTruthy();
    expect(within(await row('Campaign 1')).getByText('Running')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('Completed')).toBeTruthy();
    expect(await sent(requests, 'PATCH')).toEqual([
      { status: 'active', expected: { status: 'completed' } },
      { status: 'completed', expected: { status: 'active' } },
    ]);
  });

  it('is changed also where a process of the former release answers', async () => {
    const one = aCampaign(1, { status: 'active' });
    const errors = [{ field: 'expected', code: 'request.field_unknown', detail: 'Unknown' }];
    const requests = await show([one], {
      [`PATCH /api/campaigns/${one.id}`]: async (request) =>
        'expected' in ((await request.clone().json()) as object)
          ? problem(400, 'request.invalid', { errors })
          : { body: one },
    });
    await row('Campaign 1');
    await menu('Pause');
    expect(await screen.findByText('Campaign status updated successfully!')).toBeTruthy();
    await press(/^Edit .*Campaign 1/);
    const form = await dialog(/^Edit .*Campaign 1/);
    await fill(form, { 'Campaign name': 'New name' });
    await press('Save changes', form);
    expect(await screen.findByText('Campaign updated successfully!')).toBeTruthy();
    expect((await sent(requests, 'PATCH')).filter((body) => !('expected' in (body as object)))).toEqual([
      { status: 'paused' },
      { name: 'New name' },
    ]);
  });

  it('sets a status back that was refused, and says why at its row', async () => {
    const one = aCampaign(1, { status: 'active' });
    await show([one], { [`PATCH /api/campaigns/${one.id}`]: problem(503, 'service.unavailable') });
    await row('Campaign 1');
    await menu('Pause');
    const text = 'Error updating status: Detail of service.unavailable';
    expect(await within(await row('Campaign 1')).findByText(text)).toBeTruthy();
    expect(within(await row('Campaign 1')).getByText('Running')).toBeTruthy();
  });

  it('deletes one that is named, and says that its links stay', async () => {
    await show([aCampaign(1)]);
    await row('Campaign 1');
    await menu('Delete');
    const question = await dialog(/^Delete .*Campaign 1.*\?$/);
    expect(within(question).getByText(/^Its links stay and open as before/)).toBeTruthy();
    await press('Delete campaign', question);
    expect(await screen.findByText('Campaign deleted successfully!')).toBeTruthy();
    expect(await screen.findByText('No campaigns yet')).toBeTruthy();
  });
});

describe('the form of a campaign', () => {
  it('says at each field what is wrong, and sends nothing', async () => {
    const requests = await show([]);
    const form = await openForm();
    expect(within(form).getByText(/links of a paused campaign open as before/)).toBeTruthy();
    await press('Create campaign', form);
    expect(await within(form).findByText('Please enter campaign name')).toBeTruthy();
    expect(await within(form).findAllByText('Please choose the first and the last day')).toHaveLength(2);
    await fill(form, { 'Campaign name': 'Tết', 'Start date': '02/12/2026', 'End date': '01/12/2026', Budget: '1.005' });
    expect(await within(form).findByText('The last day must not be before the first')).toBeTruthy();
    // Three decimals are thousands.
    expect(await within(form).findByText('That is $1,005.00.')).toBeTruthy();
    await fill(form, { 'End date': 'soon', Budget: '0.005' });
    expect(await within(form).findByText('Enter a date such as 31/01/2030')).toBeTruthy();
    expect(await within(form).findByText('USD has 2 decimal places at most')).toBeTruthy();
    await fill(form, { Budget: '90000000000.01' });
    expect(await within(form).findByText('Enter an amount up to $90,000,000,000.00')).toBeTruthy();
    await fill(form, { Budget: 'much' });
    expect(await within(form).findByText('Enter an amount from 0 on')).toBeTruthy();
    await press('Create campaign', form);
    expect(await sent(requests, 'POST')).toEqual([]);
  });

  it('makes a campaign once, however often the same is sent, and keeps its draft until then', async () => {
    let answer: ReturnType<typeof problem> | null = problem(503, 'service.unavailable');
    const made = aCampaign(9);
    const requests = await show([], { 'POST /api/campaigns': () => answer ?? { status: 201, body: made } });
    const form = await openForm();
    await fill(form, { 'Campaign name': 'Tết', 'Start date': '01/12/2026', 'End date': '31/12/2026', Budget: '0.29' });
    await press('Create campaign', form);
    expect(await within(form).findByText('Error creating campaign')).toBeTruthy();
    expect(JSON.stringify(Object.entries(sessionStorage))).toContain('Tết');
    answer = null;
    await press('Create campaign', form);
    expect(await screen.findByText('New campaign created successfully!')).toBeTruthy();
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Tết');
    const keys = requests.filter(({ method }) => method === 'POST').map((each) => each.headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect((await sent(requests, 'POST'))[1]).toEqual({
      name: 'Tết',
      description: '',
      status: 'draft',
      start_date: '2026-12-01',
      end_date: '2026-12-31',
      target_audience: '',
      budget: 29,
      currency: 'USD',
    });
  });

  it('steps by the smallest amount of the currency', async () => {
    await show([]);
    const form = await openForm();
    const budget = within(form).getByLabelText<HTMLInputElement>('Budget');
    await fill(form, { Budget: '0.29' });
    fireEvent.keyDown(budget, { key: 'ArrowUp' });
    expect(budget.value).toBe('0.30');
    fireEvent.keyDown(budget, { key: 'ArrowDown' });
    fireEvent.keyDown(budget, { key: 'ArrowDown' });
    expect([budget.value, budget.getAttribute('aria-valuetext')]).toEqual(['0.28', '$0.28']);
  });

  it('changes what was typed and nothing else', async () => {
    const requests = await show([aCampaign(1)]);
    await press(/^Edit .*Campaign 1/);
    const form = await dialog(/^Edit .*Campaign 1/);
    expect(within(form).getByLabelText<HTMLInputElement>('Budget').value).toBe('1200.50');
    await fill(form, { 'End date': '31/12/2026' });
    await press('Save changes', form);
    expect(await screen.findByText('Campaign updated successfully!')).toBeTruthy();
    expect(await sent(requests, 'PATCH')).toEqual([
      { end_date: '2026-12-31', expected: { end_date: aCampaign(1).end_date } },
    ]);
    expect(await screen.findByText('01/11/2026 – 31/12/2026')).toBeTruthy();
  });

  it('overwrites nothing unseen that somebody has changed meanwhile, and replaces it by the next save', async () => {
    const one = aCampaign(1);
    const errors = [{ field: 'name', code: 'request.changed_meanwhile', detail: 'Changed meanwhile' }];
    const fresh = aCampaign(1, { name: 'Of another page', description: 'New text' });
    const requests = await show([one], {
      [`PATCH /api/campaigns/${one.id}`]: problem(409, 'request.changed_meanwhile', { errors }),
      [`GET /api/campaigns/${one.id}`]: { body: fresh },
    });
    await press(/^Edit .*Campaign 1/);
    const form = await dialog(/^Edit .*Campaign 1/);
    await fill(form, { 'Campaign name': 'Of this page' });
    await press('Save changes', form);
    expect(await within(form).findByText(/^This was saved in another tab or by somebody else/)).toBeTruthy();
    expect(await within(form).findByText('Changed meanwhile')).toBeTruthy();
    expect(within(form).getByLabelText<HTMLInputElement>('Campaign name').value).toBe('Of this page');
    expect(within(form).getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('New text');
    await press('Save changes', form);
    await waitFor(async () =>
      expect(await sent(requests, 'PATCH')).toEqual([
        { name: 'Of this page', expected: { name: one.name } },
        { name: 'Of this page', expected: { name: 'Of another page' } },
      ]),
    );
  });

  it('keeps an amount and its currency together over those that somebody else has saved, also after a reload', async () => {
    const one = aCampaign(1, { budget: 5_000, currency: 'USD' });
    const fresh = { ...one, budget: 1_250_000, currency: 'VND' as const };
    const requests = await show([one], {
      [`PATCH /api/campaigns/${one.id}`]: problem(409, 'request.changed_meanwhile'),
      [`GET /api/campaigns/${one.id}`]: { body: fresh },
    });
    await press(/^Edit .*Campaign 1/);
    const form = await dialog(/^Edit .*Campaign 1/);
    await fill(form, { Budget: '100' });
    await press('Save changes', form);
    expect(await within(form).findByText(/^This was saved in another tab or by somebody else/)).toBeTruthy();
    await press('Save changes', form);
    await waitFor(async () =>
      expect(await sent(requests, 'PATCH')).toEqual([
        { budget: 10_000, currency: 'USD', expected: { budget: 5_000, currency: 'USD' } },
        { budget: 10_000, currency: 'USD', expected: { budget: 1_250_000, currency: 'VND' } },
      ]),
    );
    cleanup();
    const again = await show([fresh]);
    await press(/^Edit .*Campaign 1/);
    await press('Save changes', await dialog(/^Edit .*Campaign 1/));
    await waitFor(async () => expect(await sent(again, 'PATCH')).toMatchObject([{ budget: 10_000, currency: 'USD' }]));
  });

  it.each([
    ['saved', null],
    ['refused', problem(409, 'request.changed_meanwhile')],
  ])('leaves what was typed on a page that was opened since, where the one before is %s', async (_, refusal) => {
    const one = aCampaign(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const former = await show([one], {
      [`PATCH /api/campaigns/${one.id}`]: async () => {
        await promise;
        return refusal ?? { body: one };
      },
    });
    await press(/^Edit .*Campaign 1/);
    const before = await dialog(/^Edit .*Campaign 1/);
    await fill(before, { 'Campaign name': 'Sent' });
    await press('Save changes', before);
    await waitFor(async () => expect(await sent(former, 'PATCH')).toHaveLength(1));
    cleanup();
    await show([one]);
    await press(/^Edit .*Campaign 1/);
    await fill(await dialog(/^Edit .*Campaign 1/), { 'Campaign name': 'Newer' });
    resolve();
    expect(await screen.findByText(refusal ? /^Error: / : 'Campaign updated successfully!')).toBeTruthy();
    await act(() => new Promise((settled) => setTimeout(settled, 50)));
    expect(JSON.parse(sessionStorage.getItem(`campaign:${one.id}_draft:${me.id}`) ?? 'null')).toEqual({
      name: 'Newer',
      under: { name: one.name },
    });
  });

  it('keeps what was typed over one that is changed and then deleted meanwhile, and asks for the list again', async () => {
    const one = aCampaign(1);
    const requests = await show([one], {
      [`PATCH /api/campaigns/${one.id}`]: problem(409, 'request.changed_meanwhile'),
      [`GET /api/campaigns/${one.id}`]: problem(404, 'campaigns.not_found'),
    });
    await press(/^Edit .*Campaign 1/);
    const form = await dialog(/^Edit .*Campaign 1/);
    await fill(form, { 'Campaign name': 'Of this page' });
    const before = asked(requests, '/api/campaigns').length;
    await press('Save changes', form);
    expect(await within(form).findByText('Detail of campaigns.not_found')).toBeTruthy();
    expect(within(form).getByLabelText<HTMLInputElement>('Campaign name').value).toBe('Of this page');
    await waitFor(() => expect(asked(requests, '/api/campaigns').length).toBeGreaterThan(before));
  });

  it('says at its field what the service refuses', async () => {
    const one = aCampaign(1);
    const errors = [{ field: 'end_date', code: 'campaigns.dates_order', detail: 'Not before the first' }];
    await show([one], { [`PATCH /api/campaigns/${one.id}`]: problem(400, 'campaigns.dates_order', { errors }) });
    await press(/^Edit .*Campaign 1/);
    const form = await dialog(/^Edit .*Campaign 1/);
    await fill(form, { 'Start date': '30/11/2026' });
    await press('Save changes', form);
    expect(await within(form).findByText('Not before the first')).toBeTruthy();
  });
});

describe('one campaign', () => {
  const one = aCampaign(1, { status: 'active', description: 'First line\nSecond line', target_audience: 'Students' });
  const at = `/dashboard?tab=campaigns&campaign=${one.id}`;

  it('has its figures, what is said of it, and its links', async () => {
    const link = aLink(1, { title: 'Sale' });
    const requests = await show([one], { 'GET /api/links': { body: pageOf([link]) } }, at);
    expect(await screen.findByRole('heading', { level: 1, name: 'Campaign 1' })).toBeTruthy();
    expect(screen.getByText('Students')).toBeTruthy();
    // 120,050 cents of 1,234 clicks.
    expect(screen.getByText('$0.97')).toBeTruthy();
    expect(await screen.findByText('lnk.test/code1')).toBeTruthy();
    expect(Object.fromEntries(asked(requests, '/api/links')[0] ?? [])).toEqual({
      page: '1',
      limit: '10',
      sort: 'newest',
      campaign_id: one.id,
    });
    await press('Analytics of lnk.test/code1');
    await press('Create link');
    expect(opened).toEqual([
      { tab: 'analytics', params: { link: link.id } },
      { tab: 'create', params: { campaign: one.id } },
    ]);
  });

  it.each<[Partial<Campaign>, string]>([
    [{ clicks_count: 0 }, '–Not available yet'],
    [{ budget: 0 }, '$0.00'],
    [{ budget: 100, clicks_count: 1_000 }, '< $0.01'],
    [{ budget: 2_000, clicks_count: 3, currency: 'VND' }, '₫667'],
  ])('with %j costs %s a click', async (more, cost) => {
    await show([{ ...one, ...more }], {}, at);
    const name = await screen.findByText('Cost per click');
    expect(name.nextElementSibling?.textContent).toBe(cost);
  });

  it('copies the address of a link, and takes it out with undo', async () => {
    let inIt: unknown = one.id;
    const link = aLink(1);
    const requests = await show(
      [one],
      {
        'GET /api/links': () => ({ body: pageOf(inIt === null ? [] : [link]) }),
        [`PUT /api/links/${link.id}`]: async (request) => {
          inIt = ((await request.json()) as { campaign_id: unknown }).campaign_id;
          return { body: link };
        },
      },
      at,
    );
    await press('Copy lnk.test/code1');
    expect(await screen.findByText('Link copied to clipboard!')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('http://lnk.test/code1');
    await press('Take lnk.test/code1 out of this campaign');
    expect(await screen.findByText('No links in this campaign yet')).toBeTruthy();
    expect(await screen.findByText('lnk.test/code1 is out of the campaign')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('lnk.test/code1')).toBeTruthy();
    expect(await sent(requests, 'PUT')).toEqual([
      { campaign_id: null, expected: { campaign_id: one.id } },
      { campaign_id: one.id, expected: { campaign_id: null } },
    ]);
  });

  it('keeps a link that could not be taken out, and says why', async () => {
    const link = aLink(1);
    await show(
      [one],
      {
        'GET /api/links': { body: pageOf([link]) },
        [`PUT /api/links/${link.id}`]: problem(503, 'service.unavailable'),
      },
      at,
    );
    await press('Take lnk.test/code1 out of this campaign');
    const said = /^lnk.test\/code1 is still in the campaign\. Detail of service\.unavailable$/;
    expect(await within(await row('lnk.test/code1')).findByText(said)).toBeTruthy();
  });

  it('is paused, and deleted, which leads back to the list', async () => {
    await show([one, aCampaign(2)], {}, at);
    await press('Pause');
    expect(await screen.findByText('Campaign status updated successfully!')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Run' })).toBeTruthy();
    await press('Delete');
    await press('Delete campaign', await dialog(/^Delete .*Campaign 1.*\?$/));
    expect(await row('Campaign 2')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeTruthy();
    expect(screen.queryByText('Campaign 1')).toBeNull();
  });

  it('is gone also for whoever goes back to it once it is deleted', async () => {
    await show([one], {}, at);
    await press('Delete');
    await press('Delete campaign', await dialog(/^Delete .*Campaign 1.*\?$/));
    expect(await screen.findByText('No campaigns yet')).toBeTruthy();
    await user.click(screen.getByText('Where it began'));
    expect(await screen.findByText('There is no such campaign')).toBeTruthy();
  });

  it.each(['campaigns.not_found', 'request.invalid'])('that is none (%s) says so, and leads back', async (code) => {
    await show([], { [`GET /api/campaigns/${one.id}`]: problem(404, code) }, at);
    expect(await screen.findByText('There is no such campaign')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await press('All campaigns');
    expect(await screen.findByText('No campaigns yet')).toBeTruthy();
  });

  it('speaks Vietnamese', async () => {
    await act(() => setLanguage('vi'));
    await show([{ ...one, budget: 1_500_000, currency: 'VND' }], {}, at);
    expect(await screen.findByText('Đang chạy')).toBeTruthy();
    expect(screen.getByText('1.500.000 ₫', { normalizer: (text) => text.replace(/\s/g, ' ') })).toBeTruthy();
    expect(await screen.findByText('Chiến dịch chưa có liên kết nào')).toBeTruthy();
  });
});
