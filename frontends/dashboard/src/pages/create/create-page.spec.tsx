import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setLanguage } from '@linkway/kit/i18n';
import { onTabChange, type TabChange } from '@linkway/kit/router';
import { loadSession } from '@linkway/kit/session';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { isolated } from '../../data/isolated';
import Tab from '../../tab';
import { aCampaign, aLink, domains, me, namesOf } from '../fixtures';
// The tab loads its page when it is shown: what that takes is no matter of the first test.
import './create-page';

// Whether a pointer reaches a button is tried in Chromium; asking jsdom costs seconds on pages of this size.
const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const routes: Routes = {
  'GET /api/me': { body: me },
  'GET /api/domains': { body: domains },
  'GET /api/auth/csrf': { body: { csrf_token: 'token' } },
};
const url = () => screen.getByLabelText<HTMLInputElement>('Destination URL');
const submit = () => user.click(screen.getByText('Create link', { selector: 'button *' }));

async function show(more: Routes = {}, path = '/dashboard?tab=create'): Promise<Request[]> {
  const requests = serveApi({ ...routes, ...more });
  renderPage(<Tab tab="create" />, { path });
  await screen.findByText('36 of 50 links left this month');
  await screen.findByTitle('lnk.test');
  return requests;
}
const posts = (requests: Request[]) => requests.filter(({ method }) => method === 'POST');

beforeAll(() => startApp());
beforeEach(() => sessionStorage.clear());

describe('creating a link', () => {
  it('says at the fields what is wrong, goes to the first, and sends nothing', async () => {
    const requests = await show();
    await submit();
    expect(await screen.findByText('Please enter a URL to shorten')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(url()));
    await user.type(url(), 'example.com');
    await user.type(screen.getByLabelText('Custom code'), 'a!');
    await submit();
    expect(
      await screen.findByText('Invalid URL. Please enter a complete URL (including http:// or https://)'),
    ).toBeTruthy();
    expect(await screen.findByText(/^Custom code can only contain letters/)).toBeTruthy();
    expect(posts(requests)).toEqual([]);
  });

  it('shows the page that the link leads to once that was read, and asks no longer then', async () => {
    const site = { title: 'Spring sale', icon_url: '/api/site-images/icon', picture_url: null };
    let looks = 0;
    const requests = await show({
      'POST /api/links': { status: 201, body: aLink(7) },
      [`GET /api/links/${aLink(7).id}`]: () => {
        looks += 1;
        return { body: aLink(7, { site: looks > 1 ? site : null }) };
      },
    });
    await user.type(url(), 'https://example.com/page-7');
    await submit();
    const result = await screen.findByRole('region', { name: 'Your link is ready' });
    expect(within(result).getByText('E')).toBeTruthy();
    expect(await within(result).findByText('Spring sale', {}, { timeout: 10_000 })).toBeTruthy();
    expect(result.querySelector('img')?.getAttribute('src')).toBe('/api/site-images/icon');
    expect(looks).toBe(2);
    expect(posts(requests)).toHaveLength(1);
  }, 20_000);

  it('shows the link, empties the form, and opens its analytics', async () => {
    const requests = await show({ 'POST /api/links': { status: 201, body: aLink(7) } });
    await user.type(url(), 'https://example.com/page-7');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByText('1 day'));
    await submit();
    expect(await screen.findByText('Your link is ready')).toBeTruthy();
    expect(screen.getByText('lnk.test/code7').getAttribute('href')).toBe('http://lnk.test/code7');
    await waitFor(() => expect(url().value).toBe(''));

    const [post] = posts(requests);
    expect(post?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    const sent = (await post?.json()) as { expires_at: string };
    expect(sent).toMatchObject({
      url: 'https://example.com/page-7',
      domain_id: domains.data[0]?.id,
      password: 'secret',
    });
    const hours = (Date.parse(sent.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);

    const opened: TabChange[] = [];
    const stop = onTabChange((change) => opened.push(change));
    await user.click(screen.getByText('View analytics'));
    stop();
    expect(opened).toEqual([{ tab: 'analytics', params: { link: aLink(7).id } }]);
  });

  it('leads to the link, but takes nobody out of a field who goes on at once', async () => {
    await show({ 'POST /api/links': { status: 201, body: aLink(7) } });
    await user.type(url(), 'https://example.com/page-7');
    await submit();
    const result = (await screen.findByText('Your link is ready')).closest('[tabindex="-1"]');
    await waitFor(() => expect(document.activeElement).toBe(result));

    await user.type(url(), 'https://example.com/page-8');
    await submit();
    await waitFor(() => expect(url().value).toBe(''));
    await user.type(url(), 'https://');
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    await user.keyboard('example.com/page-9');
    expect(url().value).toBe('https://example.com/page-9');

    await submit();
    await waitFor(() => expect(url().value).toBe(''));
    await user.click(url());
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect(document.activeElement).toBe(url());
  });

  describe('in a campaign', () => {
    const spring = aCampaign(1, { name: 'Spring' });
    const chosen = (name: string) => screen.findByText(`${isolated(name)} · Running`);
    const campaigns: Routes = {
      'GET /api/campaign-names': namesOf(aCampaign(2), aCampaign(3), spring),
      'POST /api/links': { status: 201, body: aLink(7, { campaign_id: spring.id }) },
    };

    it('takes the one of the address, keeps what was typed, and names it at the link that is ready', async () => {
      await show();
      await user.type(screen.getByLabelText('Title'), 'Autumn');
      await user.type(url(), 'https://example.com/page-7');
      cleanup();
      const requests = await show(campaigns, `/dashboard?tab=create&campaign=${spring.id}`);
      await chosen('Spring');
      expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Autumn');
      await submit();
      expect(await posts(requests)[0]?.json()).toMatchObject({ title: 'Autumn', campaign_id: spring.id });
      const result = within(await screen.findByRole('region', { name: 'Your link is ready' }));
      const named = await result.findByRole('link', { name: 'Campaign: Spring' });
      expect(named.getAttribute('href')).toBe(`/dashboard?tab=campaigns&campaign=${spring.id}`);
      await waitFor(() => expect(screen.getByText('No campaign')).toBeTruthy());
    });

    it('keeps the one of the address over a reload, until another one is chosen', async () => {
      await show(campaigns, `/dashboard?tab=create&campaign=${spring.id}`);
      await chosen('Spring');
      cleanup();
      await show(campaigns);
      await chosen('Spring');
      await user.click(screen.getByLabelText('Campaign'));
      await user.click(await screen.findByTitle(`${isolated('Campaign 2')} · Running`));
      cleanup();
      await show(campaigns);
      expect(await chosen('Campaign 2')).toBeTruthy();
    });

    it('takes nothing of an address that has no id', async () => {
      const requests = await show(campaigns, '/dashboard?tab=create&campaign=spring');
      expect(screen.getByText('No campaign')).toBeTruthy();
      expect(requests.some(({ url: asked }) => asked.includes('/api/campaign'))).toBe(false);
    });

    it('says at the field that there is no such campaign any more', async () => {
      const detail = 'There is no such campaign. Please choose another one.';
      const errors = [{ field: 'campaign_id', code: 'links.campaign_unavailable', detail }];
      const refused = problem(400, 'links.campaign_unavailable', { errors });
      const path = `/dashboard?tab=create&campaign=${spring.id}`;
      await show({ 'GET /api/campaign-names': namesOf(), 'POST /api/links': refused }, path);
      expect(await screen.findByText('Deleted campaign')).toBeTruthy();
      await user.type(url(), 'https://example.com/page-7');
      await submit();
      expect(await screen.findByText(detail)).toBeTruthy();
      await user.click(screen.getByLabelText('Campaign'));
      await user.click(await screen.findByTitle('No campaign'));
      await waitFor(() => expect(screen.queryByText(detail)).toBeNull());
    });
  });

  describe('for visitors of some countries', () => {
    const row = (n: number) => within(screen.getByRole('group', { name: `Row ${n}`, hidden: true }));
    const choose = async (n: number, typed: string, name: string) => {
      await user.type(row(n).getByLabelText('Country'), typed);
      await user.click(await screen.findByTitle(name));
    };
    const type = (n: number, text: string) => user.type(row(n).getByLabelText('Leads to'), text);
    const offered = (n: number) => {
      const list = document.getElementById(`create_location_targeting_${n - 1}_country_list`);
      const options = list?.closest('.ant-select-dropdown')?.querySelectorAll('.ant-select-item-option') ?? [];
      return [...options].map((option) => option.getAttribute('title'));
    };
    const add = () => user.click(screen.getByText('Add country'));

    it('has a row each, leaves out what is not whole, and says at its row what is wrong', async () => {
      const detail = 'This address is private';
      const errors = [{ field: 'location_targeting.US', code: 'links.url_private', detail }];
      const refused = problem(400, 'links.url_private', { errors });
      const requests = await show({ 'POST /api/links': refused });
      await user.type(url(), 'https://example.com/page-7');
      await choose(1, 'viet', 'Vietnam');
      await add();
      await waitFor(() => expect(document.activeElement).toBe(row(2).getByLabelText('Country')));
      await add();
      await choose(3, 'united st', 'United States');
      await type(3, 'https://us.example.com');
      await submit();
      expect(await row(3).findByText(detail)).toBeTruthy();
      expect((await posts(requests)[0]?.json()) as object).toMatchObject({
        location_targeting: { US: 'https://us.example.com' },
      });
    });

    it('has each country once, and always a row', async () => {
      await show();
      await choose(1, 'viet', 'Vietnam');
      await type(1, 'https://vn.example.com');
      await add();
      await user.type(row(2).getByLabelText('Country'), 'land');
      expect(offered(2)).toContain('Thailand');
      await user.clear(row(2).getByLabelText('Country'));
      await user.type(row(2).getByLabelText('Country'), 'viet');
      await waitFor(() => expect(offered(2)).toEqual([]));
      await user.click(row(2).getByLabelText('Remove row 2'));
      expect(screen.queryByRole('group', { name: 'Row 2', hidden: true })).toBeNull();
      await user.click(row(1).getByLabelText('Remove row 1'));
      expect(row(1).getByLabelText<HTMLInputElement>('Leads to').value).toBe('');
      expect(row(1).queryByText('Vietnam')).toBeNull();
    });

    it('keeps what was typed over a reload', async () => {
      await show();
      await choose(1, 'viet', 'Vietnam');
      cleanup();
      await show();
      expect(screen.getByText('Vietnam').closest('details')?.open).toBe(true);
    });
  });

  it('offers the address with the scheme that is missing', async () => {
    await show();
    await user.type(url(), 'example.com/page');
    await user.tab();
    await user.click(await screen.findByRole('button', { name: 'Use https://example.com/page' }));
    expect(url().value).toBe('https://example.com/page');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Use / })).toBeNull());
  });

  it('cuts nothing that is pasted, and says at each field that it is too long', async () => {
    const requests = await show();
    const texts = [
      ['Destination URL', `https://example.com/${'x'.repeat(4100)}`],
      ['Custom code', 'c'.repeat(60)],
      ['Title', 't'.repeat(201)],
      ['Description', 'd'.repeat(2001)],
      ['Password', 'p'.repeat(257)],
    ] as const;
    for (const [label, text] of texts) {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    }
    await submit();
    await waitFor(() => expect(screen.getAllByText('This text is too long.')).toHaveLength(4));
    expect(await screen.findByText(/^Custom code can only contain letters/)).toBeTruthy();
    for (const [label, text] of texts) expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(text);
    expect(posts(requests)).toEqual([]);
  });

  describe('with a time limit', () => {
    const time = () => screen.getByLabelText<HTMLInputElement>('Time limit');
    const made = { 'POST /api/links': { status: 201, body: aLink(7) } };
    const sentTime = async (requests: Request[]) => {
      const [post] = posts(requests);
      return ((await post?.json()) as { expires_at?: string } | undefined)?.expires_at;
    };

    it.each(['31/12/2090 10:00', '2090-12-31T10:00'])(
      'takes %s when the field is left, and shows what it took',
      async (text) => {
        const requests = await show(made);
        await user.type(url(), 'https://example.com/page-7');
        await user.click(time());
        await user.paste(text);
        expect(time().value).toBe(text);
        await user.click(screen.getByLabelText('Title'));
        expect(time().value).toBe('31/12/2090 10:00');
        await submit();
        await screen.findByText('Your link is ready');
        expect(await sentTime(requests)).toBe(new Date(2090, 11, 31, 10).toISOString());
        await waitFor(() => expect(time().value).toBe(''));
      },
    );

    it('takes a day that was picked and never confirmed', async () => {
      const requests = await show(made);
      await user.type(url(), 'https://example.com/page-7');
      await user.click(time());
      await user.click(document.querySelector('.ant-picker-header-super-next-btn') as Element);
      await user.click(document.querySelector('.ant-picker-cell-in-view') as Element);
      const shown = time().value;
      expect(shown).toMatch(/^01\/\d\d\/20\d\d 00:00$/);
      await user.click(screen.getByLabelText('Title'));
      expect(time().value).toBe(shown);
      await submit();
      await screen.findByText('Your link is ready');
      const [day, month, year] = shown.split(/[/ ]/).map(Number) as [number, number, number];
      expect(await sentTime(requests)).toBe(new Date(year, month - 1, day).toISOString());
    });

    it.each([
      ['next friday', 'Enter a date and time such as 31/12/2030 18:00'],
      ['2020-01-01 00:00', 'Choose a time in the future'],
    ])('keeps %s, says what is wrong with it, and sends nothing', async (text, message) => {
      const requests = await show(made);
      await user.type(url(), 'https://example.com/page-7');
      await user.click(time());
      await user.paste(text);
      await user.click(screen.getByLabelText('Title'));
      expect(await screen.findByText(message)).toBeTruthy();
      const kept = time().value;
      expect([text, '01/01/2020 00:00']).toContain(kept);
      await submit();
      await waitFor(() => expect(document.activeElement).toBe(time()));
      expect([time().value, time().getAttribute('aria-invalid'), posts(requests)]).toEqual([kept, 'true', []]);

      await user.click(screen.getByText('1 day'));
      await waitFor(() => expect(screen.queryByText(message)).toBeNull());
      await submit();
      await screen.findByText('Your link is ready');
    });

    it('keeps what is no time over a reload', async () => {
      serveApi(routes);
      const first = renderPage(<Tab tab="create" />, { path: '/dashboard?tab=create' });
      await user.click(await screen.findByLabelText('Time limit'));
      await user.paste('next friday');
      first.unmount();
      renderPage(<Tab tab="create" />, { path: '/dashboard?tab=create' });
      expect((await screen.findByLabelText<HTMLInputElement>('Time limit')).value).toBe('next friday');
    });
  });

  describe('with a click limit', () => {
    const clicks = () => screen.getByLabelText<HTMLInputElement>(/^(Click limit|Giới hạn lượt nhấp)$/);
    afterEach(() => act(() => setLanguage('en')));

    it.each([
      ['en', '1.000'],
      ['en', '1,000'],
      ['vi', '1.000'],
      ['vi', '1 000'],
    ] as const)('reads the thousands in %s: %s', async (language, text) => {
      const requests = await show({ 'POST /api/links': { status: 201, body: aLink(7) } });
      await act(() => setLanguage(language));
      await user.click(screen.getByPlaceholderText('https://example.com/page'));
      await user.paste('https://example.com/page-7');
      await user.type(clicks(), text);
      await user.tab();
      expect(clicks().value).toBe(text);
      await user.click(screen.getByText(/^(Create link|Tạo liên kết)$/, { selector: 'button *' }));
      await waitFor(() => expect(posts(requests)).toHaveLength(1));
      expect(await posts(requests)[0]?.json()).toMatchObject({ max_clicks: 1000 });
    });

    it.each(['1,5', 'abc', '1.0000', '0'])('keeps %s, says what is wrong with it, and sends nothing', async (text) => {
      const requests = await show();
      await user.type(url(), 'https://example.com/page-7');
      await user.type(clicks(), text);
      await user.tab();
      expect(await screen.findByText('Enter a whole number from 1 to 1,000,000,000')).toBeTruthy();
      await submit();
      await waitFor(() => expect(document.activeElement).toBe(clicks()));
      expect([clicks().value, posts(requests)]).toEqual([text, []]);
    });
  });

  it('puts a refusal at its field and keeps what was typed', async () => {
    const errors = [{ field: 'custom_code', code: 'links.code_taken', detail: 'The code sale is already in use' }];
    await show({ 'POST /api/links': problem(409, 'links.code_taken', { errors }) });
    await user.type(url(), 'https://example.com');
    await user.type(screen.getByLabelText('Custom code'), 'sale');
    await submit();
    expect(await screen.findByText('The code sale is already in use')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Custom code')));
    expect(url().value).toBe('https://example.com');
  });

  it('sends the same submission again when no answer came, and a new one after a change', async () => {
    let answers = 0;
    const requests = await show({
      'POST /api/links': () => {
        answers += 1;
        return answers < 3 ? problem(503, 'service.unavailable') : { status: 201, body: aLink(7) };
      },
    });
    await user.type(url(), 'https://example.com/a');
    await submit();
    expect(await screen.findByText('The link could not be created')).toBeTruthy();
    await submit();
    await waitFor(() => expect(posts(requests)).toHaveLength(2));
    await user.type(url(), 'b');
    await submit();
    expect(await screen.findByText('Your link is ready')).toBeTruthy();
    const keys = posts(requests).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  describe('whose answer takes its time', () => {
    const late = () => {
      let answer = (): void => {};
      const made = new Promise<{ status: number; body: unknown }>((resolve) => {
        answer = () => resolve({ status: 201, body: aLink(7) });
      });
      return { routes: { 'POST /api/links': () => made }, answer: () => act(async () => answer()) };
    };
    const title = () => screen.getByLabelText<HTMLInputElement>('Title');

    it('keeps what is typed meanwhile, also over a reload', async () => {
      const { routes: more, answer } = late();
      const requests = await show(more);
      await user.type(url(), 'https://example.com/page-7');
      await user.type(title(), 'One');
      await submit();
      await waitFor(() => expect(posts(requests)).toHaveLength(1));
      await user.clear(title());
      await user.type(title(), 'Two');
      await answer();
      await screen.findByText('Your link is ready');
      await waitFor(() => expect(url().value).toBe(''));
      expect(title().value).toBe('Two');
      cleanup();
      await show();
      expect([url().value, title().value]).toEqual(['', 'Two']);
    });

    it('is gone from the form of a page that is opened after it, but not what was typed in one before', async () => {
      const first = late();
      const requests = await show(first.routes);
      await user.type(url(), 'https://example.com/page-7');
      await submit();
      await waitFor(() => expect(posts(requests)).toHaveLength(1));
      cleanup();
      await first.answer();
      await waitFor(() => expect(sessionStorage).toHaveLength(0));

      const second = late();
      const more = await show(second.routes);
      expect(url().value).toBe('');
      await user.type(url(), 'https://example.com/page-8');
      await submit();
      await waitFor(() => expect(posts(more)).toHaveLength(1));
      cleanup();
      await show();
      await user.type(title(), 'Next');
      await second.answer();
      await waitFor(() => expect(sessionStorage).toHaveLength(1));
      cleanup();
      await show();
      expect(title().value).toBe('Next');
    });
  });

  describe('whose answer was not waited for', () => {
    const never = { 'POST /api/links': () => new Promise<never>(() => {}) };
    const keysOf = (requests: Request[]) => posts(requests).map(({ headers }) => headers.get('idempotency-key'));

    it('is the same link when the same is sent again after a reload', async () => {
      const before = await show(never);
      await user.type(url(), 'https://example.com/page-7');
      await submit();
      await waitFor(() => expect(posts(before)).toHaveLength(1));
      cleanup();
      const requests = await show({ 'POST /api/links': { status: 201, body: aLink(7) } });
      await submit();
      await screen.findByText('Your link is ready');
      expect(keysOf(requests)).toEqual(keysOf(before));
      await waitFor(() => expect(url().value).toBe(''));
      await user.type(url(), 'https://example.com/page-7');
      await submit();
      await waitFor(() => expect(posts(requests)).toHaveLength(2));
      expect(keysOf(requests)[1]).not.toBe(keysOf(before)[0]);
    });

    it('is a new link with another password than the one that was sent', async () => {
      const before = await show(never);
      await user.type(url(), 'https://example.com/page-7');
      await user.type(screen.getByLabelText('Password'), 'secret');
      await submit();
      await waitFor(() => expect(posts(before)).toHaveLength(1));
      cleanup();
      let answers = 0;
      const requests = await show({
        'POST /api/links': () => {
          answers += 1;
          return answers === 1 ? problem(409, 'request.idempotency_mismatch') : { status: 201, body: aLink(7) };
        },
      });
      await user.type(screen.getByLabelText('Password'), 'other');
      await submit();
      await screen.findByText('Your link is ready');
      const [first, second] = keysOf(requests);
      expect([first]).toEqual(keysOf(before));
      expect(second).not.toBe(first);
    });
  });

  it('shows no earlier link beside a failure, which comes into view', async () => {
    let answers = 0;
    await show({
      'POST /api/links': () => {
        answers += 1;
        return answers === 1 ? { status: 201, body: aLink(7) } : problem(503, 'service.unavailable');
      },
    });
    await user.type(url(), 'https://example.com/page-7');
    await submit();
    await screen.findByText('Your link is ready');
    await waitFor(() => expect(url().value).toBe(''));
    const shown = jest.spyOn(Element.prototype, 'scrollIntoView');
    await user.type(url(), 'https://example.com/b');
    await submit();
    const failure = await screen.findByText('The link could not be created');
    expect(screen.queryByText('Your link is ready')).toBeNull();
    const views = shown.mock.contexts as Element[];
    await waitFor(() => expect(views.some((view) => view.contains(failure))).toBe(true));
    shown.mockRestore();
  });

  it('keeps what was typed over a reload, but never the password', async () => {
    serveApi(routes);
    const first = renderPage(<Tab tab="create" />, { path: '/dashboard?tab=create' });
    await user.type(await screen.findByLabelText('Title'), 'Autumn');
    await user.type(screen.getByLabelText('Password'), 'secret');
    first.unmount();
    renderPage(<Tab tab="create" />, { path: '/dashboard?tab=create' });
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Autumn');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
    const kept = [sessionStorage, localStorage].map((storage) => Object.entries(storage));
    expect(JSON.stringify(kept)).toContain('Autumn');
    expect(JSON.stringify(kept)).not.toContain('secret');
  });

  describe('whose password was typed before a reload', () => {
    const password = () => screen.getByLabelText<HTMLInputElement>('Password');
    const hint = 'Type the password again, as it is never kept, or go on without one.';
    const reload = async () => {
      const first = renderPage(<Tab tab="create" />, { path: '/dashboard?tab=create' });
      await user.type(await screen.findByLabelText('Destination URL'), 'https://example.com/page-7');
      await user.type(password(), 'secret');
      first.unmount();
      const requests = await show({ 'POST /api/links': { status: 201, body: aLink(7) } });
      expect([password().value, screen.queryByText(hint)?.id]).toEqual([
        '',
        password().getAttribute('aria-describedby'),
      ]);
      return requests;
    };
    beforeEach(() => void serveApi(routes));

    it('is not made before it is typed again, also after another reload', async () => {
      await reload();
      cleanup();
      const requests = await show({ 'POST /api/links': { status: 201, body: aLink(7) } });
      await submit();
      expect(await screen.findByText('Type the password again')).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(password()));
      expect([password().getAttribute('aria-invalid'), posts(requests)]).toEqual(['true', []]);

      await user.type(password(), 'secret');
      await waitFor(() => expect(screen.queryByText(hint)).toBeNull());
      await submit();
      expect(await screen.findByText('Your link is ready')).toBeTruthy();
      expect(await posts(requests)[0]?.json()).toMatchObject({ password: 'secret' });
      expect(screen.queryByText(hint)).toBeNull();
    });

    it('is made without one where that is said, and not asked for it any more', async () => {
      await reload();
      await submit();
      await screen.findByText('Type the password again');
      await user.click(screen.getByText('Without a password'));
      await waitFor(() => expect(screen.queryByText('Type the password again')).toBeNull());
      expect([screen.queryByText(hint), document.activeElement]).toEqual([null, password()]);
      cleanup();

      const requests = await show({ 'POST /api/links': { status: 201, body: aLink(7) } });
      expect(screen.queryByText(hint)).toBeNull();
      await submit();
      expect(await screen.findByText('Your link is ready')).toBeTruthy();
      expect(await posts(requests)[0]?.json()).toEqual({
        url: 'https://example.com/page-7',
        domain_id: domains.data[0]?.id,
      });
    });
  });

  it('shows nobody what another account typed', async () => {
    const open = async (id: string) => {
      serveApi({ ...routes, 'GET /api/me': { body: { ...me, id } } });
      await act(loadSession);
      const page = renderPage(<Tab tab="create" />, { path: '/dashboard?tab=create' });
      return { title: await screen.findByLabelText<HTMLInputElement>('Title'), close: page.unmount };
    };
    const ann = await open('1');
    await user.type(ann.title, 'Autumn');
    ann.close();
    const bob = await open('2');
    expect(bob.title.value).toBe('');
    bob.close();
    const again = await open('1');
    expect(again.title.value).toBe('Autumn');
  });

  it('says over the form that another account is signed in now, and keeps what was typed', async () => {
    await show({ 'POST /api/links': problem(409, 'session.other_account') });
    await user.type(url(), 'https://example.com');
    await submit();
    expect(await screen.findByText('Detail of session.other_account')).toBeTruthy();
    expect(screen.getByText('Go on as the other account')).toBeTruthy();
    expect(url().value).toBe('https://example.com');
  });

  it('says that the month is used up', async () => {
    serveApi({ ...routes, 'GET /api/me': { body: { ...me, monthly_links_used: 50 } } });
    await act(() => loadSession());
    renderPage(<Tab tab="create" />, { path: '/dashboard?tab=create' });
    const text = 'You have used all 50 links this month. Upgrade your plan to continue.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create link' }).disabled).toBe(true);
  });
});
